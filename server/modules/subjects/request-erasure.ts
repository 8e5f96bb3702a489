import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import {
  hashSubject,
  normalizeName,
  SUBJECT_ADDRESS_PURPOSE,
} from '#server/database/audit/persons/person-keys.ts';
import { removeAccount } from '#server/modules/users/remove-account.ts';
import type { ErasurePreview } from '#shared/contracts/subjects/subjects.ts';
import { findScope, previewErasure } from './describe-subject.ts';
import { type ErasureRow, insertErasure } from './erasure-queries.ts';
import type { ErasureScope } from './erasure-scope.ts';

/** Says what erasing a person would do. */
export async function getErasurePreview(ctx: Context, email: string): Promise<ErasurePreview> {
  authorizeSystemAction(ctx.actor, 'manageSubjects');
  await assertReauthenticated(ctx);
  return previewErasure(ctx, await findScope(ctx, email));
}

interface Confirmation extends Pick<ErasureScope, 'statements' | 'reason'> {
  readonly email: string;
  /** The hash of the preview. */
  readonly confirm: string;
}

/**
 * Erases a person as the preview said. Accounts end at once, and their content passes to the administrator; a job does the rest,
 * in one transaction.
 */
export function requestErasure(
  ctx: Context,
  { email, confirm, statements, reason }: Confirmation,
): Promise<ErasureRow> {
  if (statements === 'keep' && reason === '')
    throw new AppError('invalid', 'Say why signed statements stay, or delete them.');
  return withLock(ctx, 'users', (ctx) =>
    withLockAsUser(ctx, 'folder-tree', async (ctx) => {
      authorizeSystemAction(ctx.actor, 'manageSubjects');
      await assertReauthenticated(ctx);
      const scope = await findScope(ctx, email);
      const preview = await previewErasure(ctx, scope);
      if (preview.hash !== confirm)
        throw new AppError('conflict', 'The data has changed. Check the preview again.');
      for (const account of scope.accounts)
        if (account.deleted_at === null) await removeAccount(ctx, account, ctx.actor.id);
      const erasure = await insertErasure(ctx.db, {
        subject_hash: hashSubject(ctx, 'address', normalizeName(scope.emailKey)),
        encrypted_address: ctx.encryptor.encrypt(SUBJECT_ADDRESS_PURPOSE, scope.emailKey),
        scope: JSON.stringify({
          accountIds: scope.accounts.map(({ id }) => id),
          statements,
          reason,
          categories: preview.categories,
        } satisfies ErasureScope),
        state: 'running',
        requester_id: ctx.actor.id,
        requested_at: ctx.now(),
        erased_at: null,
      });
      await publish(ctx, 'subject.erase', { erasureId: erasure.id });
      await audit(ctx, {
        action: 'subject.erase',
        object: { kind: 'erasure', id: erasure.id, name: '' },
        details: { accounts: scope.accounts.length, statements, reason },
      });
      return erasure;
    }),
  );
}
