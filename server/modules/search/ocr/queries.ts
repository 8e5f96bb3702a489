import { sql } from 'kysely';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { Database } from '#server/database/open-database.ts';
import type { IndexStatus, OcrState } from '#server/database/tables/documents.ts';

/** How the image pages of a file were recognized so far. */
export interface OcrOutcome {
  readonly state: OcrState;
  readonly engine: 'native' | 'wasm' | null;
  readonly languages: readonly string[];
  readonly confidence: number | null;
}

/** Returns the columns of a file for an outcome. */
export const ocrColumns = (ocr: OcrOutcome | null) => ({
  ocr_state: ocr?.state ?? null,
  ocr_engine: ocr?.engine ?? null,
  ocr_languages: ocr ? JSON.stringify(ocr.languages) : null,
  ocr_confidence: ocr?.confidence ?? null,
});

/** Sets the state of a file whose text stays as it is. */
export async function setOcrOutcome(
  db: Database,
  fileId: number,
  ocr: OcrOutcome | null,
  index?: { readonly status: IndexStatus; readonly reason: string | null },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ ...ocrColumns(ocr), ...(index && { index_status: index.status, index_reason: index.reason }) })
    .where('id', '=', fileId)
    .execute();
}

/** Marks a file as waiting for OCR; returns false if it was already, also for concurrent calls. */
export async function startOcr(db: Database, fileId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ ocr_state: 'waiting', ocr_engine: null, ocr_languages: '[]', ocr_confidence: null })
    .where('id', '=', fileId)
    .where((where) => where.or([where('ocr_state', 'is', null), where('ocr_state', '<>', 'waiting')]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const OCR_JOB = 'file.ocr_requested' satisfies keyof DomainEvents;

/** Counts the files in the queue of OCR; reads the jobs of that kind alone, by their index. */
export async function countOcrJobs(
  db: Database,
  now: number,
): Promise<{ waiting: number; running: number; failed: number }> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const isRunning = sql`quarantined_at is null and leased_until is not null and leased_until >= ${now}`;
  const isWaiting = sql`quarantined_at is null and (leased_until is null or leased_until < ${now})`;
  const row = await db
    .selectFrom('jobs')
    .select([
      count(isWaiting).as('waiting'),
      count(isRunning).as('running'),
      count(sql`quarantined_at is not null`).as('failed'),
    ])
    .where('kind', '=', OCR_JOB)
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), running: Number(row.running), failed: Number(row.failed) };
}
