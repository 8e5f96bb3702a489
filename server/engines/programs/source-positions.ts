import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Tells from which line of which source each line of a built file was made. */
export interface LineTable {
  /** Relative to the root of the project. */
  readonly sources: readonly string[];
  /** Two numbers for each line: the index of the source, -1 for lines without one, and the number of its line. */
  readonly lines: readonly number[];
}

/** The line table of a built file, beside it. */
export const LINE_TABLE_SUFFIX = '.lines.json';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILT_POSITION = /file:\/\/[^\s()]+\.js:\d+:\d+/g;

/** Read at the first error in a file, and kept: they are small, and an outage logs many errors. */
const tables = new Map<string, LineTable | undefined>();

/** Replaces the positions in built files, in the text of a stack, by those in the sources. */
export const withSourcePositions = (stack: string): string =>
  stack.replace(BUILT_POSITION, (position) => toSourcePosition(position) ?? position);

function toSourcePosition(position: string): string | undefined {
  const [, url = '', line = ''] = /^(.*):(\d+):\d+$/.exec(position) ?? [];
  const table = tableOf(fileURLToPath(url));
  const place = 2 * (Number(line) - 1);
  const source = table?.sources[table.lines[place] ?? -1];
  return source && `${pathToFileURL(join(ROOT, source)).href}:${table?.lines[place + 1]}`;
}

function tableOf(file: string): LineTable | undefined {
  if (!tables.has(file)) tables.set(file, readTable(file));
  return tables.get(file);
}

function readTable(file: string): LineTable | undefined {
  const path = file + LINE_TABLE_SUFFIX;
  // Anything else that a stack names has no table: libraries, and files outside of the project.
  if (relative(ROOT, path).startsWith('..') || !existsSync(path)) return undefined;
  // Written by the build.
  return JSON.parse(readFileSync(path, 'utf8')) as LineTable;
}
