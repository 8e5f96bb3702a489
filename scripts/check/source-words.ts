import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Place } from './replaced-words.ts';

export interface SourceWord {
  place: Place;
  /** A name as lower-case words (`fileName` is `file name`), a line of a comment, or a text. */
  text: string;
  line: number;
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe']);

/** Returns the names, the comments, the texts and the titles of tests of a source file. */
export function readSourceWords(path: string): SourceWord[] {
  const source = readFileSync(path, 'utf8');
  if (/[.](?:css|sh)$/.test(path)) return listComments(source, source);
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const found: SourceWord[] = [];
  const literals: [start: number, end: number][] = [];
  const visit = (node: ts.Node): void => {
    const line = () => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      found.push({ ...nameWords(node.text), line: line() });
    if (ts.isLiteralExpression(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node)) {
      literals.push([node.getStart(file), node.getEnd()]);
      if (!ts.isRegularExpressionLiteral(node)) found.push({ place: 'text', text: node.text, line: line() });
    }
    const title = ts.isCallExpression(node) ? titleOfTest(node) : undefined;
    if (title) found.push({ place: 'title', text: title.text, line: line() });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found, ...listComments(source, maskLiterals(source, literals))];
}

/** Returns the title in a call such as `test('…')`, `describe.skip('…')` or `test.each(rows)('…')`. */
function titleOfTest({ expression, arguments: [title] }: ts.CallExpression): { text: string } | undefined {
  let callee: ts.Node = expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  if (!ts.isIdentifier(callee) || !TEST_FUNCTIONS.has(callee.text)) return undefined;
  return title && ts.isStringLiteralLike(title) ? title : undefined;
}

/** Splits a name into lower-case words. */
function nameWords(name: string): Pick<SourceWord, 'place' | 'text'> {
  if (/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(name))
    return { place: 'constant', text: name.toLowerCase().replaceAll('_', ' ') };
  const text = name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return { place: 'name', text };
}

/** Replaces literals by spaces, so that `//` in a text begins no comment. */
function maskLiterals(source: string, literals: readonly [start: number, end: number][]): string {
  let masked = '';
  for (const [start, end] of literals.toSorted(([a], [b]) => a - b))
    if (start >= masked.length)
      masked += source.slice(masked.length, start) + source.slice(start, end).replace(/[^\n]/g, ' ');
  return masked + source.slice(masked.length);
}

/** Returns each line of each comment: `/*`, `//` and `#`. The first line of a docstring is returned as one as well. */
function listComments(source: string, masked: string): SourceWord[] {
  return [...masked.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*|^\s*#(?![\w!]).*/gm)].flatMap(
    ({ index, 0: comment }) => {
      const first = source.slice(0, index).split('\n').length;
      const lines = comment
        .split('\n')
        .map((text, offset) => ({ text: text.replace(/^[\s/*#]+/, ''), line: first + offset }));
      const docstring = comment.startsWith('/**') ? lines.filter(({ text }) => text !== '').slice(0, 1) : [];
      return [
        ...docstring.map((line) => ({ place: 'docstring' as const, ...line })),
        ...lines.map((line) => ({ place: 'comment' as const, ...line })),
      ];
    },
  );
}
