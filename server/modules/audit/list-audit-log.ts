import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { AuditFilters } from '#shared/contracts/audit.ts';
import { type EntryRow, listEntries } from './queries.ts';

/**
 * Lists audit events newest first, before the position `cursor`; one row more than `limit` when there is another
 * page.
 */
export function listAuditLog(
  ctx: Context,
  { limit, cursor, ...filters }: AuditFilters & { limit: number; cursor?: number | undefined },
): Promise<EntryRow[]> {
  authorizeSystemAction(ctx.actor, 'seeAuditLog');
  return listEntries(ctx.db, filters, { limit, before: cursor });
}
