import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { findRoomOf, parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { MAX_DRAFT_VERSIONS } from '#shared/domain/limits.ts';
import {
  countDraftVersions,
  insertDraftChange,
  listPendingDrafts,
  removeDraftChange,
} from './draft-queries.ts';
import { makeCurrent, type NextContent, nameWith } from './make-current.ts';
import { findVersionRow, setPublishedVersion, setWithdrawn, type VersionRow } from './queries.ts';

const DISCARDED = 'The draft was discarded.';
const REPLACED = 'The draft was replaced by a newer one.';

/** Refuses what would make a draft count, or end it, beside the publication of its room. */
export function assertNoDraft({ number, is_draft, withdrawn_at }: VersionRow): void {
  if (is_draft === 1 && withdrawn_at === null)
    throw new AppError(
      'conflict',
      `Version ${number} is a draft. Publish or discard it with the drafts of its room.`,
    );
}

/**
 * Decides whether a new version of a file waits for a publication: if asked for, and always where a second manager approves what
 * groups see. A file that is a draft itself needs none of its versions to be one.
 */
export async function becomesDraft(ctx: Context, file: LoadedFile, isAsked: boolean): Promise<boolean> {
  if (isAsked && file.roomId === undefined)
    throw new AppError('invalid', 'Only versions of files in a room can be drafts.');
  if (file.published_at === null || file.roomId === undefined) return false;
  if (isAsked) return true;
  const room = await findRoomOf(ctx, file.roomId);
  return room?.hasGroups === 1 && parseRoomSettings(room.settings).publicationApproval;
}

/**
 * Has a version that was just added wait for the publication of its room, in place of an earlier draft that waits for none yet;
 * that of a member of a group in place of their own alone. Returns whether it will change the type of the file.
 */
export async function keepAsDraft(
  ctx: UserContext,
  file: LoadedFile,
  { number, extension }: NextContent,
): Promise<{ typeChanged: boolean }> {
  const name = nameWith(file, extension);
  for (const { id, version, author_id } of await listPendingDrafts(ctx.db, file.id)) {
    // Members of a group do not see the drafts of others, so they cannot mean to replace them.
    if (file.groupAccess && author_id !== ctx.actor.id) continue;
    if (version !== null) await endDraft(ctx, file.id, version, REPLACED);
    await removeDraftChange(ctx.db, id);
  }
  const roomId = file.roomId ?? 0;
  if ((await countDraftVersions(ctx.db, roomId)) >= MAX_DRAFT_VERSIONS)
    throw new AppError(
      'conflict',
      `At most ${MAX_DRAFT_VERSIONS} versions of a room can be drafts. Publish them first.`,
    );
  await insertDraftChange(ctx.db, {
    room_id: roomId,
    kind: 'version',
    entry_kind: 'file',
    entry_id: file.id,
    version: number,
    to_folder_id: null,
    group_id: null,
    level: null,
    author_id: ctx.actor.id,
    created_at: ctx.now(),
    publication_id: null,
  });
  return { typeChanged: name !== file.name };
}

/** Closes a draft; its bytes stay for those who may open withdrawn versions. */
const endDraft = (ctx: Context, fileId: number, number: number, reason: string): Promise<void> =>
  setWithdrawn(ctx.db, fileId, number, { at: ctx.now(), reason });

export const discardVersion = (ctx: Context, fileId: number, number: number): Promise<void> =>
  endDraft(ctx, fileId, number, DISCARDED);

/**
 * Makes a draft the current version, in the transaction of its publication. It counts as added now: nobody but the staff saw it
 * before.
 */
export async function publishVersion(ctx: Context, fileId: number, number: number): Promise<void> {
  const row = await findVersionRow(ctx.db, fileId, number);
  if (row?.is_draft !== 1 || row.withdrawn_at !== null) return;
  const file = await loadFile(ctx, fileId, 'addVersion');
  await setPublishedVersion(ctx.db, fileId, number, ctx.now());
  await makeCurrent(ctx, file, row);
  await audit(ctx, {
    action: 'file.add-version',
    object: { kind: 'file', id: fileId, name: file.name },
    details: { version: number, replaced: file.version, size: row.size, sha256: row.sha256, wasDraft: true },
  });
}
