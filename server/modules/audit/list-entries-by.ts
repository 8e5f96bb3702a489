import type { Context } from '#server/app/context.ts';
import { readAuditRows } from '#server/database/audit/persons/read-audit-rows.ts';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { presentEntry } from './list-audit-log.ts';
import { listEntriesOfPerson, type PersonEntries } from './person-queries.ts';

/**
 * Lists what a person did, newest first, as the audit log shows it to the caller. Authorized by the caller of this function. At
 * most `limit` entries before a position.
 */
export async function listEntriesBy(
  ctx: Context,
  person: PersonEntries,
  page: { limit: number; before: number | undefined },
): Promise<AuditEntry[]> {
  const rows = await listEntriesOfPerson(ctx.db, person, { ...page, actor: ctx.actor });
  return (await readAuditRows(ctx.db, ctx, rows)).map(presentEntry);
}
