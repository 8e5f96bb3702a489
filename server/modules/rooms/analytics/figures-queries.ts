import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { displayName } from '#server/database/person-name.ts';
import { countedRows, SUMS, type Sums } from './counted-queries.ts';
import type { Analytics } from './load-analytics.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

interface Choice {
  readonly groupId?: number | undefined;
}

/** Lists one more than `limit`. */
const pageOf = ({ limit, offset }: Page) => sql`limit ${limit + 1} offset ${offset}`;

async function select<Row>(db: Database, query: RawBuilder<Row>): Promise<readonly Row[]> {
  return (await query.execute(db)).rows;
}

export async function sumAll(db: Database, analytics: Analytics, { groupId }: Choice): Promise<Sums> {
  const rows = await select(
    db,
    sql<Sums>`${countedRows(analytics, { groupId })} select ${SUMS} from counted`,
  );
  const [sums] = rows;
  if (!sums) throw new Error('A sum has one row');
  return { ...sums, questions: sums.questions ?? 0, unanswered: sums.unanswered ?? 0 };
}

export type GroupSums = Sums & { readonly id: number; readonly name: string | null };

/** Sums by group, with 0 for those who are in none. */
export const sumByGroup = (db: Database, analytics: Analytics): Promise<readonly GroupSums[]> =>
  select(
    db,
    sql<GroupSums>`${countedRows(analytics)}
      select sums.*, room_groups.name from (select group_id as id, ${SUMS} from counted group by group_id) as sums
      left join room_groups on room_groups.id = sums.id order by ms desc, sums.id`,
  );

export type DaySums = Sums & { readonly day: string };

export const sumByDay = (
  db: Database,
  analytics: Analytics,
  { groupId }: Choice,
): Promise<readonly DaySums[]> =>
  select(
    db,
    sql<DaySums>`${countedRows(analytics, { isByDay: true, groupId })}
      select day, ${SUMS} from counted group by day order by day`,
  );

export type FileSums = Sums & { readonly id: number; readonly name: string };

export const sumByFile = (
  db: Database,
  analytics: Analytics,
  { groupId, ...page }: Choice & Page,
): Promise<readonly FileSums[]> =>
  select(
    db,
    sql<FileSums>`${countedRows(analytics, { groupId })}
      select sums.*, files.name from (
        select file_id as id, ${SUMS} from counted where file_id > 0 group by file_id
          order by ms desc, views desc, file_id ${pageOf(page)}) as sums
      join files on files.id = sums.id order by ms desc, views desc, sums.id`,
  );

export type PersonSums = Sums & {
  readonly key: string;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly email: string;
  readonly link_name: string | null;
  /** The newest membership in a group of the room. */
  readonly member_id: number | null;
};

/** Sums by person, or by link for those who gave no address. */
export const sumByPerson = (
  db: Database,
  analytics: Analytics,
  { groupId, ...page }: Choice & Page,
): Promise<readonly PersonSums[]> =>
  select(
    db,
    sql<PersonSums>`${countedRows(analytics, { groupId })}
      select sums.*, viewers.username, ${displayName('viewers')} as display_name, links.name as link_name,
        (select max(m.id) from group_members as m where m.room_id = ${analytics.roomId}
          and ((sums.user_id > 0 and m.user_id = sums.user_id)
            or (sums.user_id = 0 and sums.email <> '' and m.user_id is null and m.email = sums.email))) as member_id
      from (select person as key, max(user_id) as user_id, max(viewer_email) as email, max(link_id) as link_id, ${SUMS}
          from counted group by person order by ms desc, person ${pageOf(page)}) as sums
      left join users as viewers on viewers.id = sums.user_id
      left join links on links.id = sums.link_id
      order by ms desc, key`,
  );

/** The key of a row as lists have it. */
const KEYS = {
  file: sql`'file-' || file_id`,
  person: sql`person`,
  link: sql`'link-' || link_id`,
} as const;

export type KeySums = Sums & { readonly key: string };

/** Sums by the keys of some documents, people or links. */
export const sumByKey = (
  db: Database,
  analytics: Analytics,
  by: keyof typeof KEYS,
  { keys, groupId }: Choice & { readonly keys: readonly string[] },
): Promise<readonly KeySums[]> =>
  select(
    db,
    sql<KeySums>`${countedRows(analytics, { groupId })},
      keyed as (select counted.*, ${KEYS[by]} as key from counted)
      select key, ${SUMS} from keyed where key in (${sql.join(keys)}) group by key`,
  );

export type LinkSums = Sums & { readonly id: number; readonly name: string | null };

/** Sums by link, with 0 for those who came through none. */
export const sumByLink = (db: Database, analytics: Analytics): Promise<readonly LinkSums[]> =>
  select(
    db,
    sql<LinkSums>`${countedRows(analytics)}
      select sums.*, links.name from (select link_id as id, ${SUMS} from counted where link_id > 0 group by link_id
        order by ms desc limit 1000) as sums
      left join links on links.id = sums.id order by ms desc, sums.id`,
  );
