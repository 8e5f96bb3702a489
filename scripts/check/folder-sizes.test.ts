import { expect, test } from 'vitest';
import { checkFolderSizes } from './folder-sizes.ts';
import { buildRepository } from './testing/build-repository.ts';

const files = (folder: string, count: number, extension: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.${extension}`, '']),
  );

test('a folder of 25 source files is accepted, one of 26 is not', () => {
  const root = buildRepository({ ...files('server/http', 25, 'ts'), ...files('web/ui', 26, 'tsx') });
  expect(checkFolderSizes(root)).toEqual({
    ok: false,
    output: 'web/ui has 26 source files; 25 are allowed.',
  });
});

test('tests and subfolders do not count towards the size of a folder', () => {
  const root = buildRepository({
    ...files('server/http', 25, 'ts'),
    ...files('server/http', 5, 'test.ts'),
    ...files('server/http/headers', 5, 'ts'),
    ...files('e2e/tests', 30, 'spec.ts'),
  });
  expect(checkFolderSizes(root)).toEqual({ ok: true, output: '' });
});
