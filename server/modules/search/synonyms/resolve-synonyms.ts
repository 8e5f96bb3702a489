import type { Context } from '#server/app/context.ts';
import type { ScopedSynonyms } from '#server/engines/search/search-engine.ts';
import { haveRoomsSynonyms, listGroupsWithKeys, listRoomsWithKeys } from './queries.ts';
import { groupTerms } from './room-synonyms.ts';

/**
 * Finds the synonyms that a question is expanded by: of each room the groups with one of its expressions, for the folders of
 * that room that the actor sees. The work grows with the question, not with the number of synonyms.
 */
export async function resolveSynonyms(ctx: Context, question: string): Promise<ScopedSynonyms[]> {
  const keys = [...new Set(ctx.searchIndex.listSynonymKeys(question).map(({ key }) => key))];
  if (keys.length === 0 || !(await haveRoomsSynonyms(ctx.db))) return [];
  const rooms = await listRoomsWithKeys(ctx.db, ctx, keys);
  if (rooms.length === 0) return [];
  const groups = await listGroupsWithKeys(
    ctx.db,
    rooms.map(({ roomId }) => roomId),
    keys,
  );
  return rooms.map(({ roomId, folderIds }) => ({
    folderIds,
    groups: groupTerms(groups.filter(({ room_id }) => room_id === roomId)),
  }));
}
