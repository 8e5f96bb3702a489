import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { type Actor, excludedRoomIdsOf, isAdmin } from '#shared/policies/actor.ts';
import { filesLinkedTo } from '../links/linked-files.ts';
import {
  fileFoldersOf,
  fileLevelOf,
  filesByThemselves,
  hasAccessByFile,
  isVisibleFile,
  visibleTo,
} from '../visible-to.ts';

/** Describes what an actor sees, as far as changes of it must be noticed. */
export interface Sight {
  /** The root folders in which they may see anything; `all` for administrators. */
  readonly rootIds: ReadonlySet<number> | 'all';
  /** The files that the link of a visitor names. */
  readonly linkedFileIds: ReadonlySet<number>;
  /** Differs when they see other folders than before, or with another level, and for files with a level of their own too. */
  readonly digest: string;
}

/** Counts and sums that nearly always differ when a row is added, removed or gets another level. */
const sums = (idColumn: string, level: RawBuilder<number>) => {
  const id = sql.ref(idColumn);
  return sql<string>`cast(count(*) as text) || ' ' || cast(coalesce(sum(${id} * (1 + ${level})), 0) as text)
    || ' ' || cast(coalesce(sum((${id} % 1000003) * (${id} % 1000003) * (1 + ${level})), 0) as text)`;
};

/**
 * Computes what an actor sees. Takes time in proportion to the folders that they see; administrators see everything, so their
 * role alone is compared.
 */
export async function findSight(db: Database, requester: Requester): Promise<Sight> {
  const { actor } = requester;
  const rights = rightsOf(actor);
  if (isAdmin(actor)) return { rootIds: 'all', linkedFileIds: new Set(), digest: rights };
  const folders = await db
    .selectFrom(visibleTo(requester))
    .select(sums('visible.id', sql.ref('visible.access_level')).as('digest'))
    .executeTakeFirstOrThrow();
  const linked = await listLinkedFiles(db, requester);
  const digests = [
    rights,
    folders.digest,
    linked.map(({ id }) => id).join(),
    await digestOfFiles(db, requester),
  ];
  return {
    rootIds: await findRootIds(db, requester, linked),
    linkedFileIds: new Set(linked.map(({ id }) => id)),
    digest: digests.join('|'),
  };
}

const rightsOf = (actor: Actor): string =>
  actor.kind === 'visitor'
    ? `${actor.mayDownload} ${actor.mayDownloadWatermarked ?? false}`
    : `${isAdmin(actor)} ${excludedRoomIdsOf(actor).join()}`;

interface LinkedFile {
  readonly id: number;
  readonly folder_id: number | null;
}

async function listLinkedFiles(db: Database, requester: Requester): Promise<readonly LinkedFile[]> {
  const { actor } = requester;
  if (actor.kind !== 'visitor') return [];
  return db
    .selectFrom('files')
    .select(['id', 'folder_id'])
    .where(sql<boolean>`files.id in ${filesLinkedTo(actor.invitationId, requester)}`)
    .orderBy('id')
    .execute();
}

/** Digests the files that an actor sees or not by themselves, whatever they see of their folder. */
async function digestOfFiles(db: Database, requester: Requester): Promise<string> {
  if (!hasAccessByFile(requester.actor)) return '';
  const row = await db
    .selectFrom('files')
    .innerJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
    .select(sums('files.id', fileLevelOf(requester)).as('digest'))
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .where(sql<boolean>`files.id in (${filesByThemselves(requester)})`)
    .executeTakeFirstOrThrow();
  return row.digest;
}

async function findRootIds(
  db: Database,
  requester: Requester,
  linked: readonly LinkedFile[],
): Promise<ReadonlySet<number>> {
  const places = db.selectFrom(fileFoldersOf(requester)).select('visible.id');
  const folderIds = [0, ...linked.flatMap(({ folder_id }) => folder_id ?? [])];
  const { rows } = await sql<{ id: number }>`
    with recursive above(id, parent_id) as (
      select id, parent_id from folders where id in (${places}) or id in (${sql.join(folderIds)})
      union select f.id, f.parent_id from folders f join above on f.id = above.parent_id
    ) select id from above where parent_id is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns which of the files an actor sees or not by themselves, so that the access to their folder says nothing about them. */
export async function findFilesByThemselves(
  db: Database,
  requester: Requester,
  fileIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', fileIds)
    .where(sql<boolean>`files.id in (${filesByThemselves(requester)})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
