import { expect, test } from 'vitest';
import { checkFunctionLengths } from './function-lengths.ts';
import { buildRepository } from './testing/build-repository.ts';

/** Returns statements, one a line. */
const lines = (count: number): string => 'work();\n'.repeat(count);

test('a function of 60 lines is accepted, one of 61 is not', () => {
  const root = buildRepository({
    'server/short.ts': `\n/** Works. */\nfunction short() {\n${lines(58)}}\n${lines(20)}`,
    'server/long.ts': `\n/** Works. */\nexport const long = () => {\n${lines(59)}};\n`,
  });
  expect(checkFunctionLengths(root)).toEqual({
    ok: false,
    output: 'server/long.ts:3 long has 61 lines; 60 are allowed in a function.',
  });
});

test('methods and functions inside of others are checked for their length', () => {
  const root = buildRepository({
    'web/ui/part.tsx': `class Part {\n  render() {\n${lines(60)}  }\n}\nconst items = [() => {\n${lines(60)}}];\n`,
  });
  expect(checkFunctionLengths(root).output.split('\n')).toEqual([
    'web/ui/part.tsx:2 render has 62 lines; 60 are allowed in a function.',
    'web/ui/part.tsx:65 a function has 62 lines; 60 are allowed in a function.',
  ]);
});

test('a function that only returns a list or an object may be longer than 60 lines', () => {
  const root = buildRepository({
    'server/table.ts': `const table = () => ({\n${'a: 1,\n'.repeat(70)}});\nfunction list() {\n  return [\n${'1,\n'.repeat(70)}];\n}\n`,
    'server/other.ts': `function other() {\n  work();\n  return [\n${'1,\n'.repeat(70)}];\n}\n`,
  });
  expect(checkFunctionLengths(root).output).toBe(
    'server/other.ts:1 other has 75 lines; 60 are allowed in a function.',
  );
});

test('the length of a test is not checked as that of a function', () => {
  const root = buildRepository({ 'server/rule.test.ts': `test('a', () => {\n${lines(80)}});\n` });
  expect(checkFunctionLengths(root)).toEqual({ ok: true, output: '' });
});
