import { createHash } from 'node:crypto';
import type { Database } from '#server/database/open-database.ts';
import type { CheckRow } from '../check-queries.ts';
import { foldName } from '../match-names.ts';
import { listNames, listQuestions } from '../settings-queries.ts';

/** Hashes the names and questions of a room, in any order, as a check compares them. */
export async function hashSettings(db: Database, roomId: number): Promise<string> {
  const names = (await listNames(db, roomId)).map(foldName).toSorted();
  const questions = (await listQuestions(db, roomId)).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([names, questions]))
    .digest('hex');
}

/** Tells whether the names or questions are others than those of a check. */
export async function haveSettingsChanged(
  db: Database,
  { room_id, settings_hash }: Pick<CheckRow, 'room_id' | 'settings_hash'>,
): Promise<boolean> {
  return settings_hash !== null && (await hashSettings(db, room_id)) !== settings_hash;
}
