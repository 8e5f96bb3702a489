import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';

/** A trigger on one table, and the changes of sums that it writes. */
interface TotalsTrigger {
  readonly name: string;
  readonly event: string;
  readonly table: string;
  readonly condition: string;
  readonly statements: readonly string[];
}

interface Change {
  /** An expression; a change without an owner is of a file that is not there. */
  readonly owner: string;
  readonly files?: string;
  readonly folders?: string;
  readonly bytes?: string;
}

/** Everything that a file stores: its content and its earlier versions. */
const bytesOf = (file: string): string =>
  `(${file}.size + (select coalesce(sum(size), 0) from file_versions where file_id = ${file}.id and replaced_at is not null))`;

const ownerOf = (version: string): string => `(select owner_id from files where id = ${version}.file_id)`;

/** The current version is counted with its file. */
const earlierBytesOf = (version: string): string =>
  `(case when ${version}.replaced_at is null then 0 else ${version}.size end)`;

/** Rows may come and go in any order: what a file's versions add counts with the file while there is one. */
export function totalsTriggers(engine: DatabaseEngine): TotalsTrigger[] {
  const add = ({ owner, files = '0', folders = '0', bytes = '0' }: Change): string =>
    `insert into owned_totals (owner_id, files, folders, bytes)
      select ${owner}, ${files}, ${folders}, ${bytes} where ${owner} is not null${
        engine === 'postgres'
          ? ''
          : ` on conflict (owner_id) do update
      set files = files + excluded.files, folders = folders + excluded.folders, bytes = bytes + excluded.bytes`
      };`;
  const addFile = (file: string, sign: '' | '-'): string =>
    add({ owner: `${file}.owner_id`, files: `${sign}1`, bytes: `${sign}${bytesOf(file)}` });
  const addFolder = (folder: string, count: string): string =>
    add({ owner: `${folder}.owner_id`, folders: count });
  const on = (table: string, event: string, condition: string, statements: string[]): TotalsTrigger => ({
    name: `total_${table}_${event.split(' ')[1] ?? ''}`,
    ...{ table, event, condition, statements },
  });
  return [
    on('files', 'after insert', '', [addFile('new', '')]),
    // Before, since the versions go with the file.
    on('files', 'before delete', '', [addFile('old', '-')]),
    on(
      'files',
      'after update of size, owner_id',
      'when (old.size <> new.size or old.owner_id <> new.owner_id)',
      [addFile('old', '-'), addFile('new', '')],
    ),
    on('folders', 'after insert', '', [addFolder('new', '1')]),
    on('folders', 'after delete', '', [addFolder('old', '-1')]),
    on('folders', 'after update of owner_id', 'when (old.owner_id <> new.owner_id)', [
      addFolder('old', '-1'),
      addFolder('new', '1'),
    ]),
    on('file_versions', 'after insert', 'when (new.replaced_at is not null)', [
      add({ owner: ownerOf('new'), bytes: 'new.size' }),
    ]),
    on('file_versions', 'after delete', 'when (old.replaced_at is not null)', [
      add({ owner: ownerOf('old'), bytes: '-old.size' }),
    ]),
    on(
      'file_versions',
      'after update of replaced_at, size',
      `when (${earlierBytesOf('old')} <> ${earlierBytesOf('new')})`,
      [add({ owner: ownerOf('new'), bytes: `${earlierBytesOf('new')} - ${earlierBytesOf('old')}` })],
    ),
  ];
}

/** Creates the triggers, each of which adds to the one row of an owner. */
export async function createSqliteTotals(
  db: Kysely<unknown>,
  triggers: readonly TotalsTrigger[],
): Promise<void> {
  for (const { name, event, table, condition, statements } of triggers)
    await sql
      .raw(
        `create trigger ${name} ${event} on ${table} for each row ${condition} begin ${statements.join('\n')} end`,
      )
      .execute(db);
}

/** Creates the triggers, each of which adds a row: transactions that change the files of one owner do not wait for each other. */
export async function createPostgresTotals(
  db: Kysely<unknown>,
  triggers: readonly TotalsTrigger[],
): Promise<void> {
  for (const { name, event, table, condition, statements } of triggers) {
    const row = event.startsWith('before delete') ? 'old' : 'null';
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${statements.join('\n')} return ${row}; end $$`,
      )
      .execute(db);
    await sql
      .raw(`create trigger ${name} ${event} on ${table} for each row ${condition} execute function ${name}()`)
      .execute(db);
  }
}
