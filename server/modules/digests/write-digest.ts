import type { Context } from '#server/app/context.ts';
import { findNumbers } from '#server/authorization/index-numbers/find-numbers.ts';
import { findRoomOf, parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import { actorOf } from '#server/authorization/readers/reader-of.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { collectChanges } from '#server/modules/changes/collect-changes.ts';
import { createMailedReceipt } from '#server/modules/evidence/mail-receipt.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { findOwnText } from '#server/modules/mail/texts/own-text.ts';
import { findProductName, findSenderName } from '#server/modules/settings/brand.ts';
import type { Change } from '#shared/contracts/changes/changes.ts';
import { MAX_FOLLOWS } from '#shared/domain/changes/digests.ts';
import type { AlertPosition, AlertRow } from './alert-queries.ts';
import { writeAlerts } from './alerts.ts';
import { composeDigest, MAX_DIGEST_CHANGES } from './compose-digest.ts';
import type { DueRow } from './due-queries.ts';
import { cleanupFollows, findVisibleEntries } from './follow-entry.ts';
import { listFollowRows } from './follow-queries.ts';
import { namePlaces } from './name-places.ts';
import { decryptUnsubscribeToken } from './unsubscribe-token.ts';

const SETTINGS_PATHS = { user: '/settings?tab=notifications', visitor: '/notifications' } as const;

/** The alerts of a setting, up to a position. */
interface DueAlerts {
  readonly row: AlertRow;
  readonly until: AlertPosition;
}

interface DigestEnd {
  readonly until: number;
  readonly alerts: DueAlerts | undefined;
  readonly treeHead: readonly string[];
  /** The address that the mail goes to. */
  readonly recipient: string;
}

interface WrittenDigest {
  readonly mail: MailContent;
  /** The receipt that is attached to it. */
  readonly receiptIds: readonly number[];
}

/** Writes the mail of a reader about what they follow in a root folder and see now; nothing if nothing happened. */
export async function writeDigest(
  ctx: Context,
  row: DueRow,
  { until, alerts, treeHead, recipient }: DigestEnd,
): Promise<WrittenDigest | undefined> {
  const reader = { kind: row.reader_kind, id: row.reader_id };
  const actor = await reloadActor({ ...ctx, actor: actorOf(reader) });
  if (actor.kind === 'anonymous') return undefined;
  const asReader: Context = { ...ctx, actor };
  const follows = await listFollowRows(ctx.db, reader, { limit: MAX_FOLLOWS });
  const entryOf = await findVisibleEntries(asReader, follows);
  await cleanupFollows(
    ctx,
    follows.filter((follow) => !entryOf(follow)),
  );
  const seen = follows.filter(entryOf);
  const rootId = row.root_folder_id;
  const idsOf = (kind: 'folder' | 'file') =>
    seen.filter((follow) => follow.kind === kind).map(({ target_id }) => target_id);
  const followed = { folderIds: idsOf('folder'), fileIds: idsOf('file') };
  const changes =
    seen.length === 0
      ? []
      : await collectChanges(asReader, {
          rootId,
          since: { position: row.from_position, instant: row.from_at },
          until,
          followed: followed.folderIds.includes(rootId) ? undefined : followed,
          limit: MAX_DIGEST_CHANGES,
        });
  const sentences = alerts ? await writeAlerts(asReader, alerts.row, { rootId, until: alerts.until }) : [];
  if (changes.length + sentences.length === 0) return undefined;
  const room = await findRoomOf(ctx, rootId);
  const { attachments, receiptIds } = await createMailedReceipt(asReader);
  const roomId = room && rootId;
  const text = await findOwnText(ctx, roomId, 'digest');
  const mail = {
    ...composeDigest({
      ...(await namePlaces(asReader, rootId, changes)),
      alerts: sentences,
      numberOf: await findNumbers(asReader, placesOf(changes)),
      showsNames: room !== undefined && parseRoomSettings(room.settings).namesInMails,
      publicUrl: ctx.config.publicUrl,
      unsubscribeToken: decryptUnsubscribeToken(ctx, row),
      settingsPath: SETTINGS_PATHS[reader.kind],
      treeHead,
      recipient,
      sender: text ? ((await findSenderName(ctx, roomId)) ?? (await findProductName(ctx, roomId))) : '',
      text,
    }),
    attachments,
    roomId,
  };
  return { mail, receiptIds };
}

/** The folders to number: those that changed, and those with files that changed. */
function placesOf(changes: readonly Change[]) {
  const childrenOf = changes.flatMap(({ entry }) =>
    entry.kind === 'file' && entry.folderId !== null ? [entry.folderId] : [],
  );
  const folders = changes.flatMap(({ entry }) => (entry.kind === 'folder' ? [entry.id] : []));
  return { folderIds: [...new Set([...folders, ...childrenOf])], childrenOf: [...new Set(childrenOf)] };
}
