import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { readAuditRows, readableOf } from '#server/database/audit/persons/read-audit-rows.ts';
import type { AuditFilters } from '#shared/contracts/audit.ts';
import { seesEverything } from '#shared/policies/actor.ts';
import { findLastPosition, listEntriesAfter } from './queries.ts';

const BATCH_SIZE = 500;

/** Refuses an actor who may not export the log, or must prove their identity first. */
export async function authorizeAuditExport(ctx: Context): Promise<void> {
  assertMayExport(ctx);
  await assertReauthenticated(ctx);
}

/** Refuses an actor who may not export the log, also while it is sent. */
export function assertMayExport({ actor }: Pick<Context, 'actor'>): void {
  authorizeSystemAction(actor, 'seeAuditLog');
  // Rows without their content could not be verified.
  if (!seesEverything(actor))
    throw new AppError(
      'forbidden',
      'The audit log tells of rooms that administrators may not read. Open emergency access to these rooms, then export it.',
    );
}

/**
 * Exports the log as lines of JSON with the columns of its rows, as they were hashed, and in `readable` what is stored encrypted;
 * the event of the export included. The last line holds the number of rows; a file without it is incomplete.
 */
export async function exportAuditLog(ctx: Context, filters: AuditFilters): Promise<AsyncIterable<string>> {
  await authorizeAuditExport(ctx);
  await audit(ctx, { action: 'audit.export', details: { filters } });
  return listLines(ctx, filters, await findLastPosition(ctx.db));
}

async function* listLines(ctx: Context, filters: AuditFilters, upTo: number): AsyncGenerator<string> {
  let [after, count] = [0, 0];
  while (after < upTo) {
    const rows = await listEntriesAfter(ctx, filters, { limit: BATCH_SIZE, after, upTo });
    const read = await readAuditRows(ctx.db, ctx, rows);
    const lines = rows.map((row, place) => JSON.stringify(withReadable(row, read[place])));
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
    count += rows.length;
    after = rows.length === BATCH_SIZE ? (rows.at(-1)?.position ?? upTo) : upTo;
  }
  yield `${JSON.stringify({ rows: count, filters })}\n`;
}

type ExportedRow = Awaited<ReturnType<typeof listEntriesAfter>>[number];

/** Adds what the row says of people to the row as it was hashed. */
const withReadable = ({ removed_by, ...row }: ExportedRow, read: ExportedRow | undefined) => ({
  ...row,
  ...(removed_by !== null && { removed_by }),
  readable: read && readableOf({ ...row }, read),
});
