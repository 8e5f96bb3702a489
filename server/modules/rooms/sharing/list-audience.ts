import type { Context } from '#server/app/context.ts';
import { accessOf, findFolderAccess } from '#server/authorization/access-level.ts';
import { authorize } from '#server/authorization/authorize.ts';
import { type LoadedFile, loadFile, toFileResource } from '#server/authorization/load-file.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import { hidesPersonsIn } from '#server/authorization/publication/hidden-persons.ts';
import { parseSettings } from '#server/modules/links/link-settings.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { AudienceEntry } from '#shared/contracts/rooms/audience.ts';
import { isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { FILE_NOT_FOUND } from '#shared/domain/messages.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { listGroups } from '../groups/queries.ts';
import { listPath } from '../permissions/permission-queries.ts';
import { isRoom } from '../queries.ts';
import { listLinkVisitors, listOpenLinks } from './audience-link-queries.ts';
import * as queries from './audience-queries.ts';

const REFUSALS = {
  notFound: FILE_NOT_FOUND,
  forbidden: 'Only the staff of the room and administrators can see who can open this file.',
};

/** Larger than every id of one source, so that the sources follow one another in the order of positions. */
const POSITIONS_PER_SOURCE = 10 ** 14;

type Row = queries.AudienceRow;
type Page = queries.AudiencePage;

interface Source {
  readonly via: AudienceEntry['via'];
  list(page: Page): Promise<Row[]>;
  levelOf(row: Row): AudienceEntry['level'];
}

/** Lists everybody who can see a file, one more than `limit`: staff, members of groups, invited visitors, then links. */
export const listAudience = (ctx: Context, fileId: number, page: PageRequest): Promise<AudienceEntry[]> =>
  withLongReads(
    ctx,
    (ctx) => loadReadableFile(ctx, fileId),
    (ctx, file) => listEntries(ctx, file, page),
  );

interface ReadableFile {
  readonly file: LoadedFile;
  readonly groupIds: readonly number[];
}

async function loadReadableFile(ctx: Context, fileId: number): Promise<ReadableFile> {
  const file = await loadFile(ctx, fileId, 'view');
  return { file, groupIds: await authorizeAudience(ctx, file) };
}

async function listEntries(
  ctx: Context,
  { file, groupIds }: ReadableFile,
  { limit, cursor = 0 }: PageRequest,
): Promise<AudienceEntry[]> {
  const sources = sourcesOf(ctx, file, groupIds);
  const hidesViews = file.folder_id !== null && (await hidesPersonsIn(ctx.db, file.folder_id));
  const entries: AudienceEntry[] = [];
  const first = Math.max(Math.floor(cursor / POSITIONS_PER_SOURCE), 1);
  // Each source is read once, and later ones only until the page is full.
  for (let at = first; at <= sources.length && entries.length <= limit; at += 1) {
    const source = sources[at - 1];
    const after = at === first ? cursor % POSITIONS_PER_SOURCE : 0;
    const page = { fileId: file.id, folderId: file.folder_id ?? 0, after, now: ctx.now() };
    const rows = (await source?.list({ ...page, limit: limit + 1 - entries.length })) ?? [];
    for (const row of rows) if (source) entries.push(present(row, at, { ...source, hidesViews }));
  }
  return entries;
}

/** Refuses everybody but those who manage the whole path; returns the active groups of the room. */
async function authorizeAudience(ctx: Context, file: LoadedFile): Promise<number[]> {
  if (file.folder_id === null) {
    authorize(true, filePolicy.share(ctx.actor, toFileResource(file)), REFUSALS);
    return [];
  }
  const path = await listPath(ctx.db, [file.folder_id]);
  const rootId = path.find(({ parentId }) => parentId === null)?.id ?? 0;
  const root = (await findFolderAccess(ctx.db, ctx, [rootId]))(rootId);
  const inRoom = await isRoom(ctx.db, rootId);
  authorize(true, roomPolicy[inRoom ? 'view' : 'manage'](ctx.actor, root), REFUSALS);
  // Only the staff see a room in preparation or a closed one.
  if (!inRoom || root.roomState !== 'open') return [];
  const groups = await listGroups(ctx.db, rootId);
  return groups.flatMap(({ id, ends_at }) => (ends_at === null || ends_at > ctx.now() ? id : []));
}

function sourcesOf(ctx: Context, file: LoadedFile, groupIds: readonly number[]): Source[] {
  const mayDownload = file.allow_download === 1;
  const downloadLevel = (may: boolean) => (may && mayDownload ? 'original' : 'view');
  const groupLevel = ({ level }: Row) =>
    mayDownload ? (accessOf(level).groupAccess?.level ?? 'view') : 'view';
  const linkLevel = ({ settings = '{}' }: Row) => (mayDownload ? parseSettings(settings).level : 'view');
  const { db } = ctx;
  const staff: Source = {
    via: 'staff',
    list: (page) => (file.folder_id === null ? queries.findOwner(db, page) : queries.listStaff(db, page)),
    levelOf: ({ level }) => (accessOf(level).accessLevel === 'owner' ? 'owner' : 'collaborator'),
  };
  const members: Source = {
    via: 'group',
    list: (page) => queries.listMembersWithAccess(db, groupIds, page),
    levelOf: groupLevel,
  };
  const invited: Source = {
    via: 'invitation',
    list: (page) => queries.listInvited(db, page),
    levelOf: ({ level }) => downloadLevel(level === 1),
  };
  const links: Source = {
    via: 'link',
    list: (page) => listOpenLinks(db, groupIds, page),
    levelOf: (row) => (row.level > 0 ? groupLevel(row) : linkLevel(row)),
  };
  const linkVisitors: Source = {
    via: 'link',
    list: (page) => listLinkVisitors(db, page),
    levelOf: linkLevel,
  };
  return [staff, members, invited, links, linkVisitors];
}

const present = (
  row: Row,
  at: number,
  { via, levelOf, hidesViews }: Source & { readonly hidesViews: boolean },
): AudienceEntry => ({
  id: at * POSITIONS_PER_SOURCE + row.id,
  person: row.person,
  ...(row.name && row.name !== row.person && { name: row.name }),
  via,
  source: row.source,
  level: levelOf(row),
  ...(!hidesViews && { firstOpenedAt: isoInstantOrNull(row.first_opened_at) }),
});
