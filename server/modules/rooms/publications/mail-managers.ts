import type { Context } from '#server/app/context.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { listManagerAddresses } from '../emergency/queries.ts';

interface Notice {
  readonly subject: string;
  /** The verb and object that follow the actor's name; without an actor, a whole sentence. */
  readonly sentence: string;
  readonly reason?: string;
}

/**
 * Mails the managers of a room what happened to a publication, except the one who did it. Without a mail server, the page of the
 * room tells.
 */
export async function mailManagers(ctx: Context, room: LoadedRoom, notice: Notice): Promise<void> {
  const actor = ctx.actor.kind === 'user' ? await loadCurrentUser(ctx) : undefined;
  const sentence = actor ? `${actor.username} ${notice.sentence}` : notice.sentence;
  for (const address of await listManagerAddresses(ctx.db, room.id))
    if (address !== actor?.email)
      await enqueueMail(ctx, address, {
        subject: notice.subject,
        roomId: room.id,
        paragraphs: [sentence, ...(notice.reason === undefined ? [] : [`Reason: ${notice.reason}`])],
        link: { label: 'Open the room', url: `${ctx.config.publicUrl}/rooms/${room.id}/publish` },
        reason: 'You received this email because you manage this room.',
      });
}
