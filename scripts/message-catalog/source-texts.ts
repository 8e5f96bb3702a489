import { readFileSync } from 'node:fs';
import ts from 'typescript';

interface SourceTexts {
  /** All texts of the file: strings, templates and JSX texts, with `{}` for placeholders. */
  all: string[];
  /** Titles of toasts that are string literals. */
  toastTitles: string[];
}

/** Collects the texts of a source file from its syntax tree, without comments, with collapsed white space. */
export function collectSourceTexts(path: string): SourceTexts {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, false, kind);
  const texts: SourceTexts = { all: [], toastTitles: [] };
  const visit = (node: ts.Node): void => {
    const text = nodeText(node);
    if (text !== undefined) texts.all.push(text);
    if (ts.isCallExpression(node)) texts.toastTitles.push(...toastTitlesIn(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function nodeText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return collapseWhitespace(node.text);
  if (ts.isTemplateExpression(node))
    return collapseWhitespace(
      node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''),
    );
  if (ts.isJsxElement(node))
    return collapseWhitespace(
      node.children.map((child) => (ts.isJsxText(child) ? child.text : '{}')).join(''),
    );
  return undefined;
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Functions that show a toast, with the position of its title among their arguments. */
export const TOAST_FUNCTIONS = { toastError: 0, showFormError: 1 } as const;

/** Returns the title of `toast({ title })` or of a call of a function above. */
function toastTitlesIn({ expression, arguments: args }: ts.CallExpression): string[] {
  if (!ts.isIdentifier(expression)) return [];
  const [first] = args;
  const position = Object.entries(TOAST_FUNCTIONS).find(([name]) => name === expression.text)?.[1];
  const title = position === undefined ? undefined : args[position];
  const named =
    expression.text === 'toast' && first && ts.isObjectLiteralExpression(first)
      ? first.properties.find((each) => ts.isPropertyAssignment(each) && isTitle(each.name))
      : undefined;
  const literal = named && ts.isPropertyAssignment(named) ? named.initializer : title;
  return literal && ts.isStringLiteralLike(literal) ? [collapseWhitespace(literal.text)] : [];
}

const isTitle = (name: ts.PropertyName): boolean => ts.isIdentifier(name) && name.text === 'title';
