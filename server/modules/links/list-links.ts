import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadLink } from '#server/authorization/links/load-link.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { Link, LinkTarget } from '#shared/contracts/links/links.ts';
import { isReadOnlyState, type RoomState } from '#shared/domain/rooms/room-states.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import * as queries from './queries.ts';
import { findViewTimes } from './visitors/count-queries.ts';
import { listVisitors } from './visitors/visitor-list-queries.ts';

interface Page {
  limit: number;
  cursor: number | undefined;
}

/** Keeps a link from opening, whatever its own limits are. */
type Obstacle = Extract<Link['status'], 'room-closed' | 'room-in-preparation' | 'target-deleted'>;

/** A link with its targets. */
export interface LoadedLink extends queries.ListedLink {
  readonly targets: readonly queries.NamedTarget[];
  readonly obstacle: Obstacle | undefined;
}

/** Lists the actor's links, or those to one folder or file: to administrators the links of all users. */
export async function listLinks(
  ctx: Context,
  page: Page & { target: LinkTarget | undefined },
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

export async function listLinkVisitors(ctx: Context, id: number, page: Page) {
  await loadLink(ctx, id, 'view');
  return listVisitors(ctx.db, id, page);
}

async function withTargets(ctx: Context, rows: readonly queries.ListedLink[]): Promise<LoadedLink[]> {
  const targets = Map.groupBy(
    await queries.listTargets(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ linkId }) => linkId,
  );
  const obstacles = await listObstacles(ctx, rows, targets);
  return rows.map((row) => ({
    ...row,
    targets: targets.get(row.id) ?? [],
    obstacle: obstacles.get(row.id),
  }));
}

type Targets = ReadonlyMap<number, readonly queries.NamedTarget[]>;

/**
 * Looks up what keeps each of these links from opening, in one statement: that all of what it opens is deleted, or in rooms that are
 * not open. Only the staff of a room learn its state.
 */
async function listObstacles(
  ctx: Context,
  links: readonly queries.ListedLink[],
  targets: Targets,
): Promise<ReadonlyMap<number, Obstacle>> {
  const places = new Map(links.map((link) => [link.id, placesOf(link, targets)]));
  const folderIds = new Set([...places.values()].flat().filter((id) => id !== null));
  const access = await findFolderAccess(ctx.db, ctx, [...folderIds]);
  const stateOf = (folderId: number | null): RoomState => {
    if (folderId === null) return 'open';
    const { accessLevel, roomState = 'open' } = access(folderId);
    return accessLevel === 'none' || accessLevel === 'visitor' ? 'open' : roomState;
  };
  return new Map(
    links.flatMap((link) => {
      // An archive is what remains of a closed room.
      const obstacle =
        link.archive_id === null ? obstacleIn((places.get(link.id) ?? []).map(stateOf)) : undefined;
      return obstacle ? [[link.id, obstacle] as const] : [];
    }),
  );
}

/** The folder targets, the folders of the file targets, or the room of the group. */
const placesOf = ({ id, room_id }: queries.ListedLink, targets: Targets): readonly (number | null)[] =>
  room_id === null ? (targets.get(id) ?? []).map(({ folderId }) => folderId) : [room_id];

function obstacleIn(states: readonly RoomState[]): Obstacle | undefined {
  if (states.length === 0) return 'target-deleted';
  if (states.includes('open')) return undefined;
  return states.every(isReadOnlyState) ? 'room-closed' : 'room-in-preparation';
}
