import { type Expression, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { LevelsInFolder } from '#server/authorization/access-level.ts';
import { publishedBy } from '#server/authorization/publication/published.ts';
import { fileLevelOf } from '#server/authorization/visible-to.ts';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { type PackedRows, packRows, unpackRows } from '#server/database/prepared/packed-rows.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { scanState } from '#server/database/scan-state.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { type FoundFiles, LISTED_COLUMNS, LISTED_NAMES, type ListedFile } from './list-queries.ts';
import { isReaderKnown, type Reader } from './new-files-queries.ts';

/** Lists the files of a loaded folder; they have its access level. Drafts are left out with `publishedAt`. */
export async function listFilesIn(
  db: Database,
  folder: { id: number; accessLevel: number },
  { limit, cursor, publishedAt, reader }: PageRequest & Audience,
): Promise<FoundFiles> {
  const rows = { ...folder, rows: limit + 1 };
  if (publishedAt) {
    const query = filesIn(db, rows).where(publishedBy(publishedAt)('files'));
    return { files: await (cursor === undefined ? query : query.where('files.id', '<', cursor)).execute() };
  }
  if (isPostgres(db)) {
    const { kind, id: readerId } = reader ?? NO_READER;
    const page = { ...rows, kind, readerId };
    const packed = await (cursor === undefined
      ? selectPackedFirstIn(db, page)
      : selectPackedNextIn(db, { ...page, cursor }));
    return { files: unpackRows(packed, LISTED_NAMES), hasVisits: packed[0]?.hasVisits === true };
  }
  return {
    files: await (cursor === undefined ? selectFirstIn(db, rows) : selectNextIn(db, { ...rows, cursor })),
  };
}

interface Audience {
  readonly publishedAt: Pick<Requester, 'now'> | undefined;
  readonly reader: Reader | undefined;
}

/** No visits are kept of it. */
const NO_READER: Reader = { kind: '', id: 0 };

interface ForReader {
  readonly kind: string;
  readonly readerId: number;
}

interface FilesIn {
  readonly id: number;
  readonly accessLevel: number;
  readonly rows: number;
}

const filesAfter = (db: Database, page: FilesIn & { readonly cursor: number }) =>
  filesIn(db, page).where('files.id', '<', page.cursor);

const selectFirstIn = prepareQuery(filesIn);
const selectNextIn = prepareQuery(filesAfter);
/** With what else the list needs to know: each statement of its own costs a round trip. */
const packFor = ({ kind, readerId }: ForReader, query: Expression<unknown>) =>
  sql<
    PackedRows & { hasVisits: boolean }
  >`select packed, ${isReaderKnown({ kind, id: readerId })} as "hasVisits"
    from (${packRows(query, LISTED_NAMES)}) as listed`;

const selectPackedFirstIn = prepareQuery((db, folder: FilesIn & ForReader) =>
  packFor(folder, filesIn(db, folder)),
);
const selectPackedNextIn = prepareQuery((db, page: FilesIn & ForReader & { readonly cursor: number }) =>
  packFor(page, filesAfter(db, page)),
);

function filesIn(db: Database, folder: FilesIn) {
  return db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(LISTED_COLUMNS)
    .select([
      scanState,
      sql<number>`cast(${folder.accessLevel} as integer)`.as('accessLevel'),
      personName('users').as('owner_name'),
    ])
    .where('folder_id', '=', folder.id)
    .where('files.deleted_at', 'is', null)
    .orderBy('files.id', 'desc')
    .limit(folder.rows);
}

/** Lists those files of a loaded folder that a member of a group may see; their levels may differ. */
export async function listVisibleFilesIn(
  db: Database,
  requester: Requester,
  folder: { readonly id: number; readonly levels: LevelsInFolder },
  { limit, cursor }: PageRequest,
): Promise<ListedFile[]> {
  const level = fileLevelOf(requester);
  const { own, groupId, group } = folder.levels;
  const visible = sql`(select cast(${own} as integer) as access_level, cast(${groupId} as bigint) as group_id,
    cast(${group} as integer) as group_level) as visible`;
  const { rows } =
    await sql<ListedFile>`select ${sql.join(LISTED_COLUMNS.map((column) => (typeof column === 'string' ? sql.ref(column) : sql`${column}`)))}, ${scanState}, ${level} as "accessLevel",
      ${personName('users')} as owner_name
    from files join users on users.id = files.owner_id cross join ${visible}
    where files.folder_id = ${folder.id} and files.deleted_at is null and ${level} > 0
      ${cursor === undefined ? sql`` : sql`and files.id < ${cursor}`}
    order by files.id desc limit ${limit + 1}`.execute(db);
  return rows;
}
