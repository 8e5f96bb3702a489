import type { AuditSecrets } from '#server/database/audit/append-audit-rows.ts';
import {
  insertRestoredErasures,
  type ListedErasure,
} from '#server/database/audit/persons/insert-restored-erasures.ts';
import { type AccountPassword, listAccountPasswords } from '#server/database/list-account-passwords.ts';
import type { Database } from '#server/database/open-database.ts';
import { countOpenInvitations, revokeOpenInvitations } from '#server/database/revoke-open-invitations.ts';

/** The access that the restored data grants, for the operator to review. */
export interface RestoredAccess {
  /** Open invitations and visitor links of the backup: revoked, or kept with `keepsLinks`. */
  openInvitations: number;
  /** People of a list of erasures whom the server erases when it starts. */
  erasures: number;
  accounts: AccountPassword[];
}

interface ReviewOptions {
  readonly secrets: AuditSecrets;
  /** The time of the data, in milliseconds since the epoch. */
  readonly madeAt: number;
  readonly keepsLinks: boolean;
  readonly erasures: readonly ListedErasure[];
}

/**
 * Revokes the links of restored data unless they are kept, takes over a list of erasures, and returns what access remains. Can be
 * repeated.
 */
export async function reviewRestoredAccess(
  db: Database,
  { secrets, madeAt, keepsLinks, erasures }: ReviewOptions,
): Promise<RestoredAccess> {
  const openInvitations = keepsLinks
    ? await countOpenInvitations(db, madeAt)
    : await revokeOpenInvitations(db, { secrets, backupMadeAt: madeAt, now: Date.now() });
  const added = await insertRestoredErasures(db, erasures);
  return { openInvitations, erasures: added, accounts: await listAccountPasswords(db) };
}
