import type { Database } from '../open-database.ts';
import { GENESIS_HASH, type SigningKeys, sealOf } from './audit-chain.ts';

/** Tables of which an installation that was never used has no row. */
const TABLES_IN_USE = ['users', 'folders', 'files', 'invitations', 'sessions'] as const;

/**
 * Seals the head of the audit log before its first row, so that a log that is emptied later does not verify. Only an
 * installation that was never used is sealed: anywhere else an empty log without a seal means that rows were removed.
 */
export async function sealEmptyAuditLog(db: Database, keys: SigningKeys): Promise<void> {
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirst();
  if (head?.position !== 0 || head.seal !== '' || !(await isUnused(db))) return;
  const start = { position: 0, hash: GENESIS_HASH };
  await db
    .updateTable('audit_head')
    .set({ seal: sealOf(keys, start) })
    .where('position', '=', start.position)
    .where('hash', '=', start.hash)
    .execute();
}

async function isUnused(db: Database): Promise<boolean> {
  for (const table of TABLES_IN_USE)
    if (await db.selectFrom(table).select('created_at').limit(1).executeTakeFirst()) return false;
  return true;
}
