import type { Database } from '#server/database/open-database.ts';

export async function setNumbersFrozen(db: Database, roomId: number, now: number): Promise<void> {
  await db.updateTable('rooms').set({ frozen_at: now }).where('folder_id', '=', roomId).execute();
}

export async function setRoomSettings(db: Database, roomId: number, settings: string): Promise<void> {
  await db.updateTable('rooms').set({ settings }).where('folder_id', '=', roomId).execute();
}
