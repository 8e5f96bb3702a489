import { type Context, transaction } from '#server/app/context.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { countOf } from '#shared/domain/format.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listManagerAddresses } from '../emergency/queries.ts';
import { countLost, type Lost } from './loss-queries.ts';
import { type AnnouncedRemoval, listRemovalsToAnnounce, setAnnounced } from './removal-queries.ts';

/** Long enough to keep the content, or to make the archive without which nothing is removed. */
const NOTICE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Mails the managers of closed rooms once, seven days before their content is removed; for a nearer date at once. Without a mail
 * server, the pages of the room show the date.
 */
export async function announceRemovals(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!ctx.mailer) return;
  for (;;) {
    const removals = await listRemovalsToAnnounce(ctx.db, { before: ctx.now() + NOTICE_MS, now: ctx.now() });
    if (removals.length === 0) return;
    for (const removal of removals) {
      signal.throwIfAborted();
      await announce(ctx, removal);
    }
  }
}

/** Marks the date and adds the mails in one transaction: a crash mails nobody twice, and forgets nobody. */
const announce = (ctx: Context, removal: AnnouncedRemoval): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const { id, name, at } = removal;
    if (!(await setAnnounced(ctx.db, removal))) return;
    const date = isoInstant(at);
    const when = `${date.slice(0, 10)}, ${date.slice(11, 16)} UTC`;
    const lost = describeLoss(await countLost(ctx.db, id));
    for (const address of await listManagerAddresses(ctx.db, id))
      await enqueueMail(ctx, address, {
        subject: `The content of “${name}” will be removed`,
        roomId: id,
        paragraphs: [
          `The content of all documents in the room “${name}” is removed from ${when} on.`,
          describeArchive(removal),
          ...lost,
          'To keep the content, choose another date or “Keep Content” in the settings of the room.',
        ],
        link: {
          label: 'Open the settings of the room',
          url: `${ctx.config.publicUrl}/rooms/${id}/settings?tab=close`,
        },
        reason: 'You received this email because you manage this room.',
      });
  });

function describeArchive({ isArchived, verified }: AnnouncedRemoval): string {
  if (isArchived)
    return 'A verified archive of the whole room has the original of every document and is kept. Download it if you need the documents elsewhere.';
  if (!verified)
    return 'There is no verified archive of the whole room yet. Nothing is removed before there is one.';
  if (verified.withoutOriginal === null)
    return 'It is not known whether the verified archive of the room has the original of every document. Nothing is removed before another one has.';
  const documents = countOf(verified.withoutOriginal, 'document');
  return `The verified archive of the room lacks the original of ${documents}. Nothing is removed before another one has all of them: let an administrator create it who can read the room.`;
}

/** Names content that no archive has. */
const describeLoss = ({ versions, trash }: Lost): string[] =>
  versions + trash === 0
    ? []
    : [
        `Archives contain neither earlier versions nor the trash: ${countOf(versions, 'earlier version or draft', 'earlier versions and drafts')} and ${countOf(trash, 'file')} in the trash are lost then.`,
      ];
