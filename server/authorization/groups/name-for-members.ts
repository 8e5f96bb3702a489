import { sql } from 'kysely';

/**
 * The name by which members of groups and visitors of links know a folder that may be a room: its code name, if it has one,
 * because the name may be that of a company for sale. An expression over `folders` and `rooms`.
 */
export const NAME_FOR_MEMBERS = sql<string>`coalesce(nullif(rooms.code_name, ''), folders.name)`;
