import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/**
 * Third-party collections, read in place and never copied: EVALDATA_DIR, by default `../shared/evaldata` beside the
 * checkout. Their README describes formats and licences.
 */
const EVALUATION_FOLDER =
  process.env['EVALDATA_DIR'] ?? path.join(import.meta.dirname, '../../../../shared/evaldata');

export const evaluationPath = (...names: string[]): string => path.join(EVALUATION_FOLDER, ...names);

export function hasEvaluationData(name: string): boolean {
  return existsSync(evaluationPath(name));
}

/** Explains why a test or a benchmark is skipped. */
export const missingEvaluationData = (name: string): string =>
  `no evaluation data in ${evaluationPath(name)}; set EVALDATA_DIR to use another folder`;

const ingestFile = z.object({ file: z.string(), ext: z.string(), tags: z.array(z.string()) });

/** A real, damaged or malicious file of the `ingest` collection. */
export type IngestFile = z.infer<typeof ingestFile> & { path: string };

export function listIngestFiles(): IngestFile[] {
  return readJsonLines(ingestFile, 'ingest', 'manifest.jsonl').map((line) => ({
    ...line,
    path: evaluationPath('ingest', line.file),
  }));
}

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
