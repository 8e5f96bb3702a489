import { createHash } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { RoomSynonyms, setRoomSynonyms as setContract } from '#shared/contracts/search/synonyms.ts';
import { listRoomSynonyms, replaceRoomSynonyms, type SynonymRow } from './queries.ts';

export const groupTerms = (rows: readonly SynonymRow[]): string[][] =>
  [...Map.groupBy(rows, ({ room_id, group_number }) => `${room_id} ${group_number}`).values()].map((group) =>
    group.map(({ term }) => term),
  );

function present(groups: readonly string[][]): RoomSynonyms {
  const version = createHash('sha256').update(JSON.stringify(groups)).digest('hex').slice(0, 16);
  return { groups: [...groups], version };
}

/** Returns the synonyms of a room to its staff. */
export async function readRoomSynonyms(ctx: Context, roomId: number): Promise<RoomSynonyms> {
  await loadRoom(ctx, roomId, 'view');
  return present(groupTerms(await listRoomSynonyms(ctx.db, roomId)));
}

/** Replaces the synonyms of a room, unless somebody changed them since they were read. */
export function updateRoomSynonyms(
  ctx: Context,
  roomId: number,
  { groups, version }: BodyOf<typeof setContract>,
): Promise<RoomSynonyms> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { name } = await loadRoom(ctx, roomId, 'manage');
    const current = present(groupTerms(await listRoomSynonyms(ctx.db, roomId)));
    if (current.version !== version)
      throw new AppError('conflict', 'Somebody changed the synonyms meanwhile. Reload the page to see them.');
    const rows = groups.flatMap((terms, group) =>
      terms.map((term, position) => ({
        room_id: roomId,
        group_number: group + 1,
        term_number: position + 1,
        term,
        term_key: ctx.searchIndex.synonymKeyOf(term),
      })),
    );
    await replaceRoomSynonyms(ctx.db, roomId, rows);
    await audit(ctx, {
      action: 'room.synonyms',
      object: { kind: 'folder', id: roomId, name },
      details: { before: current.groups.length, after: groups.length },
    });
    return present(groups);
  });
}
