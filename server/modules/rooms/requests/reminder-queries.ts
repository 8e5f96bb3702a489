import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

export interface OverdueShare {
  readonly room_id: number;
  readonly room_name: string;
  readonly responsible_id: number;
  readonly email: string;
  readonly count: number;
}

const BATCH_SIZE = 100;
const isOpen = sql`requests.state in ('open', 'in-preparation')`;

/**
 * Counts the overdue requests that nobody was reminded of since `before`, by room and responsible person with a confirmed
 * address. Nobody provides anything in a closed room.
 */
export async function listOverdue(
  db: Database,
  { now, before }: { now: number; before: number },
): Promise<OverdueShare[]> {
  const { rows } = await sql<OverdueShare>`
    select requests.room_id, folders.name as room_name, responsible_id, users.email, count(*) as count
    from requests join folders on folders.id = requests.room_id
      join rooms on rooms.folder_id = requests.room_id and rooms.state <> 'closed'
      join users on users.id = responsible_id
    where due_at < ${now} and requests.deleted_at is null and ${isOpen} and (reminded_at is null or reminded_at <= ${before})
      and folders.deleted_at is null and users.deleted_at is null and users.email_verified_at is not null
    group by requests.room_id, folders.name, responsible_id, users.email
    order by requests.room_id, responsible_id limit ${sql.lit(BATCH_SIZE)}`.execute(db);
  return rows;
}

/** Marks them as reminded; returns how many there were, none when another process was first. */
export async function setReminded(
  db: Database,
  { room_id, responsible_id }: OverdueShare,
  { now, before }: { now: number; before: number },
): Promise<number> {
  const { numAffectedRows } = await sql`update requests set reminded_at = ${now}
    where room_id = ${room_id} and responsible_id = ${responsible_id} and due_at < ${now} and deleted_at is null
      and ${isOpen} and (reminded_at is null or reminded_at <= ${before})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
