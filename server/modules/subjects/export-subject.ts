import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { transactionAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import {
  hashSubject,
  listKeysOfSubjects,
  normalizeName,
  SUBJECT_ADDRESS_PURPOSE,
} from '#server/database/audit/persons/person-keys.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { listEntriesBy } from '#server/modules/audit/list-entries-by.ts';
import type { ExportFormat } from '#shared/contracts/subjects/subjects.ts';
import { findScope, hashesOf } from './describe-subject.ts';
import {
  EXPORTED_KINDS,
  type ExportedRow,
  findExport,
  findOwnAccount,
  insertExport,
  listExportedRows,
} from './export-queries.ts';
import type { Scope } from './subject-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS_AT_ONCE = 500;

/** A row of what is stored about a person. */
export interface StoredRow {
  readonly kind: string;
  readonly data: object;
}

/** Notes that an administrator may download what is stored about a person, for a day. */
export function requestExport(ctx: Context, email: string, format: ExportFormat): Promise<number> {
  return transactionAsUser(ctx, async (ctx) => {
    authorizeSystemAction(ctx.actor, 'manageSubjects');
    await assertReauthenticated(ctx);
    const { emailKey } = await findScope(ctx, email);
    const id = await insertExport(ctx.db, {
      subject_hash: hashSubject(ctx, 'address', normalizeName(emailKey)),
      encrypted_address: ctx.encryptor.encrypt(SUBJECT_ADDRESS_PURPOSE, emailKey),
      format,
      requester_id: ctx.actor.id,
      created_at: ctx.now(),
    });
    await audit(ctx, { action: 'subject.export', details: { exportId: id, email: emailKey, format } });
    return id;
  });
}

/** Returns what an export that the actor requested contains, page by page. */
export async function openExport(ctx: Context, id: number) {
  authorizeSystemAction(ctx.actor, 'manageSubjects');
  const found = await findExport(ctx.db, id);
  const isOwn = ctx.actor.kind === 'user' && found?.requester_id === ctx.actor.id;
  if (!found || !isOwn || found.created_at + DAY_MS < ctx.now())
    throw new AppError('not-found', 'The export could not be found.');
  const address = ctx.encryptor.decrypt(SUBJECT_ADDRESS_PURPOSE, found.encrypted_address);
  return {
    email: address,
    format: found.format,
    rows: listStored(ctx, await findScope(ctx, address), { isSubject: false }),
  };
}

/** Returns the account of the actor. Refuses one who must prove their identity first. */
export async function authorizeOwnData(ctx: Context): Promise<number> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  if (ctx.actor.kind !== 'user') throw new AppError('forbidden', "You don't have permission to do this");
  await assertReauthenticated(ctx);
  return ctx.actor.id;
}

/** Returns what is stored about the actor. */
export async function exportOwnData(ctx: Context): Promise<AsyncGenerator<StoredRow[]>> {
  const userId = await authorizeOwnData(ctx);
  const scope = await findOwnScope(ctx, userId);
  await audit(ctx, { action: 'subject.own-data' });
  return listStored(ctx, scope, { isSubject: true });
}

/** The account alone: an address that nobody confirmed could be somebody else's. */
async function findOwnScope(ctx: Context, userId: number): Promise<Scope> {
  const { account, isVerified } = await findOwnAccount(ctx.db, userId);
  return { ...(isVerified && { emailKey: accountKey(account.email) }), accounts: [account] };
}

async function* listStored(
  ctx: Context,
  scope: Scope,
  { isSubject }: { isSubject: boolean },
): AsyncGenerator<StoredRow[]> {
  const reader = { requester: ctx, isSubject };
  for (const kind of EXPORTED_KINDS)
    for (let read = 0, last: ExportedRow | undefined, isLast = false; !isLast; ) {
      const rows = await listExportedRows(ctx.db, scope, kind, { last, read, limit: ROWS_AT_ONCE, reader });
      yield rows.map((data) => ({ kind, data }));
      last = rows.at(-1);
      read += rows.length;
      isLast = rows.length < ROWS_AT_ONCE;
    }
  const keys = await listKeysOfSubjects(ctx.db, hashesOf(ctx, scope));
  const person = {
    userIds: scope.accounts.map(({ id }) => id),
    keyIds: keys.map(({ id }) => id),
    address: scope.emailKey,
  };
  for (let before: number | undefined, isLast = false; !isLast; ) {
    const entries = await listEntriesBy(ctx, person, { limit: ROWS_AT_ONCE, before });
    yield entries.map((data) => ({ kind: 'auditEntries', data }));
    before = entries.at(-1)?.id;
    isLast = entries.length < ROWS_AT_ONCE;
  }
}
