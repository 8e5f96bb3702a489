import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { hidingNotFound } from '#server/authorization/authorize.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { discardVersion } from '#server/modules/files/versions/draft-versions.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { type DraftChangeRow, findDraftChange, removeDraftChange } from './draft-queries.ts';
import { releaseCanceled } from './release-canceled.ts';

const DRAFT_NOT_FOUND = 'The draft could not be found.';

/** Discards the draft of a move, level or version: its author may, and managers of the room. */
export function discardDraft(ctx: Context, id: number): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoomOf(ctx, await loadDraft(ctx, id));
    await releaseCanceled(ctx, room.id);
    const draft = await loadDraft(ctx, id);
    if (draft.publication_id !== null)
      throw new AppError('conflict', 'The draft waits for a publication. Cancel that first.');
    await removeDraftChange(ctx.db, id);
    if (draft.version !== null) await discardVersion(ctx, draft.entry_id, draft.version);
    await audit(ctx, {
      action: 'draft.discard',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: { kind: draft.kind, entryKind: draft.entry_kind, entryId: draft.entry_id },
    });
  });
}

async function loadDraft({ db }: Context, id: number): Promise<DraftChangeRow> {
  const draft = await findDraftChange(db, id);
  if (!draft) throw new AppError('not-found', DRAFT_NOT_FOUND);
  return draft;
}

const loadRoomOf = (ctx: Context, draft: DraftChangeRow): Promise<LoadedRoom> =>
  hidingNotFound(DRAFT_NOT_FOUND, () =>
    loadRoom(ctx, draft.room_id, isSelf(ctx.actor, draft.author_id) ? 'edit' : 'manage'),
  );
