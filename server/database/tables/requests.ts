import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

/** A subject of the request list of a room, such as "Tax". */
export interface AreasTable {
  id: GeneratedAlways<number>;
  room_id: number;
  name: string;
  /** Names are unique in a room. */
  name_key: string;
}

/** A request of a party to see something. */
export interface RequestsTable {
  id: GeneratedAlways<number>;
  room_id: number;
  number: number;
  area_id: number | null;
  /** The group that sees it; `null` is for staff alone. */
  group_id: number | null;
  text: string;
  responsible_id: number | null;
  responsible_name: string | null;
  due_at: Instant | null;
  priority: 'low' | 'normal' | 'high';
  state: 'open' | 'in-preparation' | 'provided' | 'accepted' | 'not-applicable';
  created_at: Instant;
  /** The row stays, so that its number is never given again. */
  deleted_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** When the responsible person was last mailed that it is overdue. */
  reminded_at: ColumnType<Instant | null, Instant | null | undefined>;
}

export interface RequestFilesTable {
  request_id: number;
  file_id: number;
  page: number | null;
}
