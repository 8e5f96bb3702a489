import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from './run-tool.ts';
import { listSourceFiles, ROOMS } from './source-files.ts';

const LIMIT = 200;
const TEST_LIMIT = 300;

export function checkFileLengths(root: string): Verdict {
  const tooLong = listSourceFiles(root, ROOMS, 'ts,tsx,mjs,css').flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    const limit = /\.test\.tsx?$/.test(file) ? TEST_LIMIT : LIMIT;
    return lines > limit ? [`${file} has ${lines} lines; ${limit} are allowed.`] : [];
  });
  return { ok: tooLong.length === 0, output: tooLong.join('\n') };
}
