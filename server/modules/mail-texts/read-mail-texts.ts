import type { Context } from '#server/app/context.ts';
import { loadTexts, type MailTextRow, type TextOwner } from '#server/modules/mail/texts/stored-texts.ts';
import { authorizeMailTexts } from './authorize-mail-texts.ts';

/** Lists the texts that a room, or the installation, has. */
export async function listMailTexts(ctx: Context, owner: TextOwner): Promise<MailTextRow[]> {
  await authorizeMailTexts(ctx, owner, 'view');
  return loadTexts(ctx, owner);
}
