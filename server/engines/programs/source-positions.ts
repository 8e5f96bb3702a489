import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
const BUILDS = new URL('../../dist/', import.meta.url).href;
const BUILT_POSITION = /file:\/\/[^\s()]+\.js:\d+:\d+/g;

/** Read at the first error in a file, and kept: they are small, and an outage logs many errors. */
const tables = new Map<string, LineTable>();

/** Replaces the positions in built files, in the text of a stack, by those in the sources. */
export const withSourcePositions = (stack: string): string =>
  stack.replace(BUILT_POSITION, (position) => toSourcePosition(position) ?? position);

function toSourcePosition(position: string): string | undefined {
  const [, url = '', line = ''] = /^(.*):(\d+):\d+$/.exec(position) ?? [];
  // The message of an error stands in the stack too, and may quote anything.
  if (!url.startsWith(BUILDS)) return undefined;
  const table = tableOf(url);
  const place = 2 * (Number(line) - 1);
  const source = table?.sources[table.lines[place] ?? -1];
  return source && `${pathToFileURL(join(ROOT, source)).href}:${table?.lines[place + 1]}`;
}

/** Returns undefined for a file of another build, or one that is made up. */
function tableOf(url: string): LineTable | undefined {
  const known = tables.get(url);
  if (known) return known;
  try {
    const table = JSON.parse(readFileSync(fileURLToPath(url + LINE_TABLE_SUFFIX), 'utf8')) as LineTable; // written by the build
    tables.set(url, table);
    return table;
  } catch {
    return undefined;
  }
}
