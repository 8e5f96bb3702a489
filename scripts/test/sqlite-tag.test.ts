import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { listSourceFiles } from '../check/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Matches requests at once. On SQLite they wait for each other, and cannot fail as they can on PostgreSQL. */
const CONCURRENT = /\bPromise\.all(?:Settled)?\(|\bmaxConnections\b/;

/** Lists the tests of a file that have the tag `sqlite`, as their text. */
function listTagged(text: string): string[] {
  const tagged: string[] = [];
  const visit = (node: ts.Node): void => {
    const options = ts.isCallExpression(node) ? node.arguments[1] : undefined;
    if (
      options &&
      ts.isObjectLiteralExpression(options) &&
      /\btags: \[[^\]]*'sqlite'/.test(options.getText())
    )
      tagged.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest, true));
  return tagged;
}

test('a test of concurrent requests always runs on PostgreSQL', () => {
  const tagged = listSourceFiles(ROOT, ['server', 'scripts'], 'test.ts,test.tsx')
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .filter((text) => text.includes("'sqlite'"))
    .flatMap(listTagged);
  // Fails when the tag has another form.
  expect(tagged.length).toBeGreaterThan(100);
  expect(tagged.filter((text) => CONCURRENT.test(text))).toEqual([]);
});

test('a test with the tag that sends requests at once is found', () => {
  const [found = ''] = listTagged(`test('of two at once one succeeds', { tags: ['sqlite'] }, async () => {
    await Promise.all([send(), send()]);
  });`);
  expect(CONCURRENT.test(found)).toBe(true);
});
