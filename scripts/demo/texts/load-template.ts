import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a text of this folder, such as `lease` or the parts of one in the order of their names. */
export const loadTemplate = (...names: readonly string[]): string =>
  names.map((name) => readFileSync(join(import.meta.dirname, `${name}.md`), 'utf8')).join('\n');
