import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findSettingByToken, setDue, setSetting } from './settings-queries.ts';
import { hashUnsubscribeToken } from './unsubscribe-token.ts';

/** Ends the mails of one setting for anyone who has one of them; repeating it has no effect. */
export function unsubscribe(ctx: Context, token: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const setting = await findSettingByToken(ctx.db, hashUnsubscribeToken(token));
    if (!setting) throw new AppError('not-found', 'This address is not valid any more.');
    if (setting.frequency === 'never') return;
    await setSetting(ctx.db, setting.id, { frequency: 'never' });
    await setDue(ctx.db, setting.id, { dueAt: null });
    await audit(ctx, {
      action: 'digest.unsubscribe',
      object: { kind: 'folder', id: setting.root_folder_id, name: '' },
      details: { reader: setting.reader_kind, readerId: setting.reader_id },
    });
  });
}
