import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { CheckResult } from './run-tool.ts';
import { listSourceFiles, SOURCE_FOLDERS } from './source-files.ts';

const MAX_LINES = 60;

/**
 * Reports functions of more lines than fit on a screen. A function that only returns a list or an object is a table and may be
 * longer; tests are not checked, since a `describe` is a function too.
 */
export function checkFunctionLengths(root: string): CheckResult {
  const tooLong = listSourceFiles(root, SOURCE_FOLDERS, 'ts,tsx,mjs')
    .filter((file) => !/[.](?:test|spec)[.]tsx?$/.test(file))
    .flatMap((file) =>
      listLongFunctions(join(root, file)).map(
        ({ name, line, lines }) =>
          `${file}:${line} ${name} has ${lines} lines; ${MAX_LINES} are allowed in a function.`,
      ),
    );
  return { ok: tooLong.length === 0, output: tooLong.join('\n') };
}

interface LongFunction {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

function listLongFunctions(path: string): LongFunction[] {
  const source = readFileSync(path, 'utf8');
  // Most files are not even as long as a function may be.
  if (source.split('\n').length <= MAX_LINES) return [];
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found: LongFunction[] = [];
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !isTable(node)) {
      const [line, end] = [lineOf(node.getStart(file)), lineOf(node.getEnd())];
      if (end - line >= MAX_LINES) found.push({ name: nameOf(node), line, lines: end - line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Tells whether a function does nothing but return an array or object literal. */
function isTable(node: ts.SignatureDeclaration): boolean {
  if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node)) return false;
  const { body } = node;
  if (!body) return false;
  const [only, ...others] = ts.isBlock(body) ? body.statements : [];
  const isOnlyReturn = only !== undefined && others.length === 0 && ts.isReturnStatement(only);
  let result: ts.Node | undefined = ts.isBlock(body) ? (isOnlyReturn ? only.expression : undefined) : body;
  while (result && (ts.isParenthesizedExpression(result) || ts.isSatisfiesExpression(result)))
    result = result.expression;
  return (
    result !== undefined && (ts.isArrayLiteralExpression(result) || ts.isObjectLiteralExpression(result))
  );
}

/** Returns the name of a function, or of the variable or property that holds it. */
function nameOf(node: ts.SignatureDeclaration): string {
  const { name = ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined } = node;
  return name && ts.isIdentifier(name) ? name.text : 'a function';
}
