import type { Database } from '#server/database/open-database.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';

/** Documents of a check by their ids: those after the first, up to the second. */
export interface DocumentRange {
  readonly after: number;
  readonly to: number;
}

/** So few that the statements about their findings let other work run on SQLite. */
const DOCUMENTS_PER_RANGE = 20;

/** Yields the documents of a check in ranges of so many. */
export async function* listDocumentRanges(
  db: Database,
  checkId: number,
  size = DOCUMENTS_PER_RANGE,
): AsyncGenerator<DocumentRange, void> {
  const yieldIfDue = createEventLoopYield();
  for (let after = 0; ; ) {
    // To build a statement takes longer than to run it where it finds nothing.
    await yieldIfDue();
    const rows = await db
      .selectFrom('exposure_documents')
      .select('file_id')
      .where('check_id', '=', checkId)
      .where('file_id', '>', after)
      .orderBy('file_id')
      .limit(size)
      .execute();
    const to = rows.at(-1)?.file_id;
    if (to === undefined) return;
    yield { after, to };
    after = to;
  }
}
