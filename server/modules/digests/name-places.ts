import type { Context } from '#server/app/context.ts';
import {
  findRoomNameAsMember,
  findRoomNameForMembers,
} from '#server/authorization/groups/name-for-members.ts';
import type { Change } from '#shared/contracts/changes/changes.ts';
import { findTopFolder } from './settings-queries.ts';

/** The names of a mail about changes. */
interface PlaceNames {
  readonly folderId: number | undefined;
  readonly place: string | undefined;
  readonly room: string | undefined;
  readonly changes: readonly Change[];
}

/**
 * Names a root folder and what changed in it as the reader knows them: members of a group read the code name of a room, if it has
 * one, also for the folder of the room itself. Subjects stand in mailboxes and on locked screens.
 */
export async function namePlaces(
  asReader: Context,
  rootId: number,
  changes: readonly Change[],
): Promise<PlaceNames> {
  const top = await findTopFolder(asReader.db, asReader, rootId);
  const asMember = await findRoomNameAsMember(asReader, rootId);
  const isRoom = ({ entry: { kind, id } }: Change) => kind === 'folder' && id === rootId;
  return {
    folderId: top?.id,
    place: asMember ?? top?.name,
    room: (await findRoomNameForMembers(asReader, rootId)) ?? top?.name,
    changes:
      asMember === undefined
        ? changes
        : changes.map((change) =>
            isRoom(change) ? { ...change, entry: { ...change.entry, name: asMember } } : change,
          ),
  };
}
