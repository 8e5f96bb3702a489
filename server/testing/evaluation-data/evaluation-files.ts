import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** Third-party collections are read where they lie and never copied; see their README for form and licence. */
const EVALUATION_FOLDER =
  process.env['EVALDATA_DIR'] ?? path.join(import.meta.dirname, '../../../../shared/evaldata');

export function hasEvaluationData(name: string): boolean {
  return existsSync(evaluationPath(name));
}

export const evaluationPath = (...names: string[]): string => path.join(EVALUATION_FOLDER, ...names);

export function readEvaluationFile(...names: string[]): string {
  return readFileSync(evaluationPath(...names), 'utf8');
}

export function readJsonLines<Schema extends z.ZodType>(
  schema: Schema,
  ...names: string[]
): z.output<Schema>[] {
  return readEvaluationFile(...names)
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}

export function listEvaluationFiles(...names: string[]): string[] {
  return readdirSync(evaluationPath(...names));
}
