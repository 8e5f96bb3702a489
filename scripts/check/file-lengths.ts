import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from './run-tool.ts';
import { listSourceFiles, SOURCE_FOLDERS } from './source-files.ts';

const MAX_LINES = 200;
const MAX_TEST_LINES = 300;

export function checkFileLengths(root: string): CheckResult {
  const tooLong = listSourceFiles(root, SOURCE_FOLDERS, 'ts,tsx,mjs,css').flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    const limit = /\.test\.tsx?$/.test(file) ? MAX_TEST_LINES : MAX_LINES;
    return lines > limit ? [`${file} has ${lines} lines; ${limit} are allowed.`] : [];
  });
  return { ok: tooLong.length === 0, output: tooLong.join('\n') };
}
