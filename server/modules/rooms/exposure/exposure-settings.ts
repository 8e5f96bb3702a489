import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { ExposureSettings } from '#shared/contracts/rooms/exposure-settings.ts';
import { foldName } from './match-names.ts';
import * as queries from './settings-queries.ts';

/** Returns the names and questions of the checks of a room to its staff. */
export async function readExposureSettings(ctx: Context, roomId: number): Promise<ExposureSettings> {
  await loadRoom(ctx, roomId, 'view');
  return {
    names: await queries.listNames(ctx.db, roomId),
    questions: await queries.listQuestions(ctx.db, roomId),
  };
}

/** Replaces the names and questions. Names that differ only in case or accents count once. */
export function updateExposureSettings(
  ctx: Context,
  roomId: number,
  { names, questions }: ExposureSettings,
): Promise<ExposureSettings> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'manage');
    const byKey = new Map(names.map((name) => [foldName(name), name]));
    await queries.replaceNames(ctx.db, roomId, byKey);
    await queries.replaceQuestions(ctx.db, roomId, [...new Set(questions)]);
    await audit(ctx, {
      action: 'exposure.settings',
      object: { kind: 'folder', id: room.id, name: room.name },
      // The names are what nobody should learn: the log keeps their number.
      details: { names: byKey.size, questions: questions.length },
    });
    return readExposureSettings(ctx, roomId);
  });
}
