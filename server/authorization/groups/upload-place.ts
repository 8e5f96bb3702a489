import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { type FolderAccess, findFolderAccess } from '../access-level.ts';
import { authorizeFolder } from '../load-folder.ts';

/** A member of a group who uploads. */
interface Sender {
  readonly memberId: number;
  readonly groupId: number;
  /** The group does not see the folder: the file waits for the staff. */
  readonly isInbox: boolean;
}

/** Names the owner of what is uploaded to a folder, and the member who uploads it, if it is one. */
export interface UploadPlace {
  readonly ownerId: number;
  readonly sender?: Sender;
  /** The access to the folder, unless the uploader does not see it or it is the root. */
  readonly folder?: FolderAccess | undefined;
}

/**
 * Decides about an upload to a folder, or refuses it; whether the root takes it is decided elsewhere. What members of groups
 * upload belongs to the owner of the room: it stays when they leave, and counts towards the owner's quota.
 */
export async function loadUploadPlace(ctx: Context, folderId: number | null): Promise<UploadPlace> {
  if (folderId === null) return { ownerId: ctx.actor.kind === 'user' ? ctx.actor.id : 0 };
  const isInbox = groupIdsOf(ctx.actor).length > 0 && (await takesInboxFiles(ctx, folderId));
  const folder = isInbox ? undefined : await authorizeFolder(ctx, folderId, 'upload');
  if (folder && !folder.groupAccess && ctx.actor.kind === 'user') return { ownerId: ctx.actor.id, folder };
  const { roomId = 0 } = folder ?? (await findFolderAccess(ctx.db, ctx, [folderId]))(folderId);
  const sender = { ...(await findSender(ctx, roomId)), isInbox };
  return { ownerId: await findOwner(ctx, roomId), sender, folder };
}

/** Tells whether one of the actor's groups may send files to the folder without seeing it. */
async function takesInboxFiles(ctx: Context, folderId: number): Promise<boolean> {
  const access = (await findFolderAccess(ctx.db, ctx, [folderId]))(folderId);
  return access.isActive && access.takesInboxFiles === true;
}

async function findOwner({ db }: Context, roomId: number): Promise<number> {
  const { owner_id } = await db
    .selectFrom('folders')
    .select('owner_id')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  return owner_id;
}

async function findSender(
  { db, actor }: Context,
  roomId: number,
): Promise<Pick<Sender, 'memberId' | 'groupId'>> {
  const [column, id] =
    actor.kind === 'user'
      ? (['user_id', actor.id] as const)
      : (['invitation_id', actor.kind === 'visitor' ? actor.invitationId : 0] as const);
  const row = await db
    .selectFrom('group_members')
    .select(['id', 'group_id'])
    .where('room_id', '=', roomId)
    .where('group_id', 'in', [0, ...groupIdsOf(actor)])
    .where(column, '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('forbidden', "You don't have permission to do this with the folder");
  return { memberId: row.id, groupId: row.group_id };
}
