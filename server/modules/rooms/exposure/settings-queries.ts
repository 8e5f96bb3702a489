import type { Database } from '#server/database/open-database.ts';

export async function listNames(db: Database, roomId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('known_names')
    .select('name')
    .where('room_id', '=', roomId)
    .orderBy('name_key')
    .execute();
  return rows.map(({ name }) => name);
}

/** Lists the names of the groups of a room beside that of a check, which its members may not learn. */
export async function listOtherGroups(
  db: Database,
  { room_id, group_id }: { readonly room_id: number; readonly group_id: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('room_groups')
    .select('name')
    .where('room_id', '=', room_id)
    .where('id', '<>', group_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}

export async function listQuestions(db: Database, roomId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('exposure_questions')
    .select('question')
    .where('room_id', '=', roomId)
    .orderBy('position')
    .execute();
  return rows.map(({ question }) => question);
}

export async function replaceNames(
  db: Database,
  roomId: number,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await db.deleteFrom('known_names').where('room_id', '=', roomId).execute();
  if (names.size === 0) return;
  const rows = [...names].map(([name_key, name]) => ({ room_id: roomId, name_key, name }));
  await db.insertInto('known_names').values(rows).execute();
}

export async function replaceQuestions(
  db: Database,
  roomId: number,
  questions: readonly string[],
): Promise<void> {
  await db.deleteFrom('exposure_questions').where('room_id', '=', roomId).execute();
  if (questions.length === 0) return;
  const rows = questions.map((question, position) => ({ room_id: roomId, position, question }));
  await db.insertInto('exposure_questions').values(rows).execute();
}
