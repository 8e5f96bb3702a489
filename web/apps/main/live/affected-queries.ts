import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveChange } from '#shared/contracts/live/live-updates.ts';
import { fileKey, folderFilesKey, versionsKey } from '#web/features/files/file-cache.ts';
import { folderKey, SUBFOLDERS_KEY, subfoldersKey } from '#web/features/folders/folder-cache.ts';
import { SHARING_KEY } from '#web/features/invitations/sharing/sharing-key.ts';
import { LINKS_KEY } from '#web/features/links/links-key.ts';
import { closingKey } from '#web/features/rooms/closing/closing-api.ts';
import {
  APPROVALS_KEY,
  MEMBERSHIPS_KEY,
  UPLOAD_FOLDERS_KEY,
} from '#web/features/rooms/inbox/task-queries.ts';

/** The first parts of the keys of lists that other people change. */
const CONTENTS = [
  ['files', 'all'],
  ['files', 'recent'],
  ['files', 'tree'],
  ['folders', 'tree'],
  ['changes'],
  ['trash'],
];
/** Everything that depends on what somebody may see. */
const VISIBLE = [
  ...CONTENTS,
  ['files', 'folder'],
  ['files', 'detail'],
  ['folders'],
  ['invitations'],
  ['collaborators'],
  LINKS_KEY,
  ['follows'],
  APPROVALS_KEY,
  MEMBERSHIPS_KEY,
  UPLOAD_FOLDERS_KEY,
];
/** The rooms, but not the forms of their settings. */
const ROOM_LISTS = [['rooms'], ['rooms', 'figures']];

type IsAffected = (query: Query) => boolean;

const begins = (key: QueryKey, prefix: QueryKey): boolean =>
  prefix.every((part, place) => key[place] === part);

const under =
  (prefixes: readonly QueryKey[]): IsAffected =>
  ({ queryKey }) =>
    prefixes.some((prefix) => begins(queryKey, prefix));

const exactly =
  (keys: readonly QueryKey[]): IsAffected =>
  ({ queryKey }) =>
    keys.some((key) => key.length === queryKey.length && begins(queryKey, key));

/** Requests with their areas, other members and own analytics: a room as the members of a group see it, beside its content. */
const isSeenByMembers: IsAffected = ({ queryKey: [subject, roomId, ...rest] }) =>
  typeof roomId === 'number' &&
  (subject === 'rooms'
    ? [['requests', 'list'], ['requests', 'areas'], ['members']].some((part) => begins(rest, part))
    : subject === 'analytics' && begins(rest, ['own']));

/** Matches the inboxes of groups: their keys do not name the folder that files are sent to. */
const isInbox: IsAffected = ({ queryKey: [list, , part] }) => list === 'groups' && part === 'inbox';

/** Matches the members of groups: their keys do not name the room. */
const isMembers: IsAffected = ({ queryKey: [list, , part] }) => list === 'groups' && part === 'members';

/** Groups and members, drafts, publications, settings and the checklist: a room as its staff sees it, beside what members see. */
const isSeenByStaff: IsAffected = (query) => {
  const [subject, roomId, part] = query.queryKey;
  const isPart = part === 'groups' || part === 'publish' || part === 'closing';
  return isMembers(query) || (subject === 'rooms' && typeof roomId === 'number' && isPart);
};

/** Lists that contain a folder: its card shows its name and what it contains. */
const listsOfFolder =
  (id: number): IsAffected =>
  ({ queryKey, state: { data } }) =>
    begins(queryKey, SUBFOLDERS_KEY) && Array.isArray(data) && data.some((folder) => folder?.id === id);

/** Pages of files in a folder: an event about many files names only their folder. */
const filesOfFolder =
  (id: number | null): IsAffected =>
  ({ queryKey, state: { data } }) =>
    begins(queryKey, ['files', 'detail']) && isObject(data) && data['folderId'] === id;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function ofFolder(id: number | null): IsAffected[] {
  const lists = [...CONTENTS, subfoldersKey(id), folderFilesKey(id)];
  if (id === null) return [under(lists), filesOfFolder(id)];
  return [
    under([...lists, folderKey(id), ['folders', 'lines', id]]),
    exactly([['rooms']]),
    listsOfFolder(id),
    filesOfFolder(id),
    isInbox,
  ];
}

function affectedBy(change: LiveChange): IsAffected[] {
  switch (change.topic) {
    case 'resync':
      return [...affectedBy({ topic: 'access' }), isSeenByStaff];
    case 'access':
      return [under(VISIBLE), exactly(ROOM_LISTS), isSeenByMembers, isInbox];
    case 'folder':
      return ofFolder(change.id);
    case 'file':
      return [exactly([fileKey(change.id), versionsKey(change.id)])];
    case 'shares':
      return [under([['collaborators', change.id], ['invitations']])];
    case 'room':
      return [
        exactly(ROOM_LISTS),
        isMembers,
        // Folders and files offer what the state of their room allows.
        under([
          ['folders', 'detail'],
          SUBFOLDERS_KEY,
          ['files', 'folder'],
          ['files', 'recent'],
          ['files', 'detail'],
          ['rooms', change.id, 'requests', 'list'],
          ['rooms', change.id, 'requests', 'areas'],
          ['rooms', change.id, 'groups'],
          ['rooms', change.id, 'publish'],
          closingKey(change.id),
          LINKS_KEY,
          SHARING_KEY,
          APPROVALS_KEY,
        ]),
      ];
    case 'invitations':
      return [under([['invitations']])];
    case 'links':
      return [under([LINKS_KEY, SHARING_KEY])];
  }
}

/**
 * Asks again for everything on the screen that the changes affect, and marks the rest as outdated. Queries that failed are left
 * alone: their screen offers to try again.
 */
export function refreshAffected(client: QueryClient, changes: Iterable<LiveChange>): Promise<void> {
  const tests = [...changes].flatMap(affectedBy);
  return client.invalidateQueries({
    predicate: (query) => query.state.status === 'success' && tests.some((isAffected) => isAffected(query)),
  });
}
