import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** Third-party collections are read where they lie and never copied; see their README for form and licence. */
const folder = process.env['EVALDATA_DIR'] ?? path.join(import.meta.dirname, '../../../shared/evaldata');

export function isPresent(name: string): boolean {
  return existsSync(pathOf(name));
}

export const pathOf = (...names: string[]): string => path.join(folder, ...names);

export function read(...names: string[]): string {
  return readFileSync(pathOf(...names), 'utf8');
}

export function readLines<Schema extends z.ZodType>(schema: Schema, ...names: string[]): z.output<Schema>[] {
  return read(...names)
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}

export function listNames(...names: string[]): string[] {
  return readdirSync(pathOf(...names));
}
