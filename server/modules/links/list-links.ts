import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadLink } from '#server/authorization/links/load-link.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { hidesVisitorsOf } from '#server/authorization/publication/hidden-persons.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { Link, LinkTarget } from '#shared/contracts/links/links.ts';
import { isReadOnlyState, type RoomState } from '#shared/domain/rooms/room-states.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import * as queries from './queries.ts';
import { findViewTimes } from './visitors/count-queries.ts';
import { type ListedVisitor, listVisitors } from './visitors/visitor-list-queries.ts';

/** Keeps a link from opening, whatever its own limits are. */
type Obstacle = Extract<
  Link['status'],
  'room-closed' | 'room-in-preparation' | 'target-deleted' | 'no-access'
>;

/** A link with those of its targets that the actor may see. */
export interface LoadedLink extends queries.ListedLink {
  readonly targets: readonly queries.NamedTarget[];
  readonly obstacle: Obstacle | undefined;
}

/** Lists the actor's links, or those to one folder or file: to administrators the links of all users. */
export async function listLinks(
  ctx: Context,
  page: PageRequest & { target: LinkTarget | undefined },
): Promise<LoadedLink[]> {
  const { id } = await loadCurrentUser(ctx);
  const ownerId = page.target && isAdmin(ctx.actor) ? undefined : id;
  return withTargets(ctx, await queries.listLinks(ctx.db, { ...page, ownerId, actor: ctx.actor }));
}

export async function getLink(ctx: Context, id: number): Promise<LoadedLink> {
  await loadLink(ctx, id, 'view');
  const [link] = await withTargets(ctx, [await queries.findListedLink(ctx.db, id)]);
  if (!link) throw new Error('One link is given for one row.');
  return link;
}

export async function getViewTimes(ctx: Context, id: number) {
  await loadLink(ctx, id, 'view');
  return findViewTimes(ctx.db, id);
}

/** Lists the people whom a link admitted; without what they viewed where a room of the link names no person who does. */
export async function listLinkVisitors(
  ctx: Context,
  id: number,
  page: PageRequest,
): Promise<ListedVisitor[]> {
  await loadLink(ctx, id, 'view');
  const visitors = await listVisitors(ctx.db, id, page);
  if (!(await hidesVisitorsOf(ctx.db, id))) return visitors;
  return visitors.map(({ views, pages, ms, ...visitor }) => visitor);
}

/**
 * Adds the targets and what keeps the links from opening. What the actor may not see any more has no name, and tells nothing of
 * its present state.
 */
async function withTargets(ctx: Context, rows: readonly queries.ListedLink[]): Promise<LoadedLink[]> {
  const all = await queries.listTargets(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const targets = Map.groupBy(all, ({ linkId }) => linkId);
  const known = await findKnown(ctx, rows, all);
  return rows.map((row) => {
    const roomId = row.room_id ?? row.archived_room_id;
    if (roomId !== null && !known.isStaff(roomId))
      return { ...row, ...NAMELESS, targets: [], obstacle: 'no-access' };
    const own = (targets.get(row.id) ?? []).filter(known.isKnown);
    const present = own.filter(({ isDeleted }) => isDeleted === 0);
    const isHidden = own.length < (targets.get(row.id)?.length ?? 0);
    // An archive is what remains of a closed room.
    if (row.archive_id !== null) return { ...row, targets: present, obstacle: undefined };
    if (roomId !== null) return { ...row, targets: present, obstacle: obstacleIn([known.stateOf(roomId)]) };
    const obstacle =
      present.length === 0 && isHidden
        ? 'no-access'
        : obstacleIn(present.map(({ folderId }) => known.stateOf(folderId)));
    return { ...row, targets: present, obstacle };
  });
}

const NAMELESS = { group_name: null, room_name: null, archived_room: null };

/**
 * Looks up what the actor may know of the rooms and targets of links: names of what they see, and of groups, deletions and the
 * state of a room what its staff learns.
 */
async function findKnown(
  ctx: Context,
  links: readonly queries.ListedLink[],
  targets: readonly queries.NamedTarget[],
) {
  const folderIds = [
    ...targets.map(({ folderId }) => folderId),
    ...links.flatMap(({ room_id, archived_room_id }) => [room_id, archived_room_id]),
  ].filter((id) => id !== null);
  const access = await findFolderAccess(ctx.db, ctx, [...new Set(folderIds)]);
  const fileIds = targets.flatMap(({ kind, id, isDeleted }) =>
    kind === 'file' && isDeleted === 0 ? id : [],
  );
  const files = await loadVisibleFiles(ctx, [...new Set(fileIds)]);
  const visibleFiles = new Set(files.map(({ id }) => id));
  const isStaff = (folderId: number) => roomPolicy.view(ctx.actor, access(folderId));
  const isKnown = ({ kind, id, folderId, ownerId, isDeleted }: queries.NamedTarget): boolean => {
    if (isDeleted === 1)
      return folderId === null ? ctx.actor.kind === 'user' && ownerId === ctx.actor.id : isStaff(folderId);
    return kind === 'file' ? visibleFiles.has(id) : isStaff(id) || access(id).accessLevel !== 'none';
  };
  const stateOf = (folderId: number | null): RoomState => {
    if (folderId === null) return 'open';
    const { accessLevel, roomState = 'open' } = access(folderId);
    return accessLevel === 'none' || accessLevel === 'visitor' ? 'open' : roomState;
  };
  return { isStaff, isKnown, stateOf };
}

function obstacleIn(states: readonly RoomState[]): Obstacle | undefined {
  if (states.length === 0) return 'target-deleted';
  if (states.includes('open')) return undefined;
  return states.every(isReadOnlyState) ? 'room-closed' : 'room-in-preparation';
}
