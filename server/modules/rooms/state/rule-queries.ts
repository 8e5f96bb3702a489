import type { Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { RoomsTable } from '#server/database/tables/rooms.ts';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';

type Settings = RoomWithSettings['settings'];

/** The settings that are columns of `rooms`, because the access rule reads them. */
const RULE_COLUMNS = {
  allowVisitors: 'allows_visitors',
  allowCollaborators: 'allows_collaborators',
  allowDownloads: 'allows_downloads',
  watermarkPages: 'watermarks_pages',
  administratorsCanRead: 'administrators_can_read',
} as const satisfies Partial<Record<keyof Settings, keyof RoomsTable>>;
type RuleName = keyof typeof RULE_COLUMNS;
type Rules = { readonly [Name in RuleName]?: boolean | undefined } & {
  readonly watermarkId?: number | null | undefined;
};

/** Separates the rules among changed settings from those that are kept as JSON. */
export function separateRules(settings: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }): {
  rules: Rules;
  others: Readonly<Record<string, unknown>>;
} {
  const others = Object.entries(settings).filter(
    ([name]) => !(name in RULE_COLUMNS) && name !== 'watermarkId',
  );
  return { rules: settings, others: Object.fromEntries(others) };
}

export async function setRoomRules(db: Database, id: number, rules: Rules): Promise<void> {
  const values: Updateable<RoomsTable> = {};
  for (const [name, column] of Object.entries(RULE_COLUMNS)) {
    const isAllowed = rules[name as RuleName]; // The keys of the constant.
    if (isAllowed !== undefined) values[column] = isAllowed ? 1 : 0;
  }
  if (rules.watermarkId !== undefined) values.watermark_id = rules.watermarkId;
  if (Object.keys(values).length === 0) return;
  await db.updateTable('rooms').set(values).where('folder_id', '=', id).execute();
}

export async function listRoomDomains(db: Database, roomId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('room_domains')
    .select('domain')
    .where('room_id', '=', roomId)
    .orderBy('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Replaces the domains of a room. */
export async function setRoomDomains(
  db: Database,
  roomId: number,
  domains: readonly string[],
): Promise<void> {
  await db.deleteFrom('room_domains').where('room_id', '=', roomId).execute();
  if (domains.length === 0) return;
  await db
    .insertInto('room_domains')
    .values(domains.map((domain) => ({ room_id: roomId, domain })))
    .execute();
}
