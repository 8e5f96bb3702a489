import { dirname } from 'node:path';
import type { CheckResult } from './run-tool.ts';
import { listSourceFiles, SOURCE_FOLDERS } from './source-files.ts';

const MAX_FILES = 25;

/** Reports folders of more source files than a reader can survey; tests are not counted. */
export function checkFolderSizes(root: string): CheckResult {
  const files = listSourceFiles(root, SOURCE_FOLDERS, 'ts,tsx,mjs,css').filter(
    (file) => !/[.](?:test|spec)[.]tsx?$/.test(file),
  );
  const tooLarge = [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([, { length }]) => length > MAX_FILES)
    .map(([folder, { length }]) => `${folder} has ${length} source files; ${MAX_FILES} are allowed.`);
  return { ok: tooLarge.length === 0, output: tooLarge.join('\n') };
}
