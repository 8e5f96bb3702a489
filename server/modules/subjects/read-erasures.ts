import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { Erasure } from '#shared/contracts/subjects/subjects.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { type ErasureRow, findErasure, listErasureRows } from './erasure-queries.ts';
import { parseScope } from './erasure-scope.ts';

const EXPORTED_PAGE = 1_000;

/** Lists erasures newest first; one more than `limit`. */
export async function listErasures(ctx: Context, page: PageRequest): Promise<ErasureRow[]> {
  authorizeSystemAction(ctx.actor, 'manageSubjects');
  return listErasureRows(ctx.db, page);
}

/** Writes all erasures as a JSON list, newest first, a page at a time. */
export function exportErasures(ctx: Context): AsyncGenerator<string> {
  authorizeSystemAction(ctx.actor, 'manageSubjects');
  return writeErasures(ctx);
}

async function* writeErasures(ctx: Context): AsyncGenerator<string> {
  let separator = '[';
  for (let cursor: number | undefined; ; ) {
    const rows = await listErasureRows(ctx.db, { limit: EXPORTED_PAGE, cursor });
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(presentErasure(row))}`;
      separator = ',';
    }
    const last = rows.at(-1);
    if (!last || rows.length <= EXPORTED_PAGE) break;
    cursor = last.id;
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}

export const presentErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  subjectHash: row.subject_hash,
  state: row.state,
  requestedAt: isoInstant(row.requested_at),
  erasedAt: isoInstantOrNull(row.erased_at),
  statements: parseScope(row.scope).statements,
});

/** Renders the certificate of an erasure. It names nobody: the administrator knows for whom it was asked. */
export async function createErasureCertificate(ctx: Context, id: number): Promise<Uint8Array> {
  authorizeSystemAction(ctx.actor, 'manageSubjects');
  const row = await findErasure(ctx.db, id);
  if (!row) throw new AppError('not-found', 'The erasure could not be found.');
  if (row.erased_at === null) throw new AppError('conflict', 'The erasure is not finished.');
  const { renderErasure } = await import('./render-erasure.ts');
  return renderErasure({
    id,
    installation: ctx.config.publicUrl,
    subjectHash: row.subject_hash,
    requestedAt: row.requested_at,
    erasedAt: row.erased_at,
    scope: parseScope(row.scope),
  });
}
