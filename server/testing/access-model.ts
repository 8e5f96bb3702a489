import fc from 'fast-check';
import { ROOM_STATES, type RoomState } from '#shared/domain/rooms/room-states.ts';
import type { AccessLevel } from '#shared/policies/actor.ts';

/** The columns of `rooms` that stand for a state. */
export const storedRoomState = (state: RoomState) =>
  state === 'archived' ? { state: 'closed' as const, archived_at: 1 } : { state, archived_at: null };

export const FOLDER_COUNT = 10;
const USER_COUNT = 3;

/**
 * A tree of ten folders with random owners, collaborators and invitations; users and folders are named by their
 * index.
 */
export const treeShape = fc.record({
  parents: fc.array(fc.nat(), { minLength: FOLDER_COUNT, maxLength: FOLDER_COUNT }),
  owners: fc.array(fc.nat(USER_COUNT - 1), { minLength: FOLDER_COUNT, maxLength: FOLDER_COUNT }),
  collaborators: fc.uniqueArray(
    fc.record({
      folder: fc.nat(FOLDER_COUNT - 1),
      user: fc.nat(USER_COUNT - 1),
      /** Undefined in rows of version 0.1.0. */
      giver: fc.option(fc.nat(USER_COUNT - 1), { nil: undefined }),
    }),
    { maxLength: 6, selector: ({ folder, user }) => `${folder} ${user}` },
  ),
  deleted: fc.array(fc.nat(FOLDER_COUNT - 1), { maxLength: 2 }),
  acceptedInvitations: fc.array(
    fc.record({ inviter: fc.nat(USER_COUNT - 1), user: fc.nat(USER_COUNT - 1), isRevoked: fc.boolean() }),
    { maxLength: 2 },
  ),
  visitorInvitation: fc.record({
    folders: fc.uniqueArray(fc.nat(FOLDER_COUNT - 1), { maxLength: 3 }),
    allFolders: fc.boolean(),
    /** The folders are the targets of a link. */
    isThroughLink: fc.boolean(),
  }),
  inviterIsAdmin: fc.boolean(),
  /** Counts where the folder is a root folder. */
  rooms: fc.uniqueArray(
    fc.record({
      folder: fc.nat(FOLDER_COUNT - 1),
      managers: fc.uniqueArray(fc.nat(USER_COUNT - 1), { maxLength: 2 }),
      state: fc.constantFrom('open', ...ROOM_STATES),
      allowsCollaborators: fc.boolean(),
      allowsVisitors: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ folder }) => folder },
  ),
  /** A draft, which visitors do not see. */
  draft: fc.option(fc.nat(FOLDER_COUNT - 1), { nil: undefined, freq: 2 }),
});
export type TreeShape = typeof treeShape extends fc.Arbitrary<infer Shape> ? Shape : never;

/** The user who invites the visitor, and who may be an administrator. */
export const INVITER = 0;

export const parentOf = ({ parents }: TreeShape, folder: number): number | undefined => {
  // The number after the last folder before this one means the root.
  const parent = (parents[folder] ?? 0) % (folder + 1);
  return parent === folder ? undefined : parent;
};

/** Returns the folder and the folders above it, nearest first. */
export function chainOf(tree: TreeShape, folder: number): number[] {
  const parent = parentOf(tree, folder);
  return parent === undefined ? [folder] : [folder, ...chainOf(tree, parent)];
}

export const isDeleted = (tree: TreeShape, folder: number): boolean =>
  chainOf(tree, folder).some((above) => tree.deleted.includes(above));

const isAdministrator = (tree: TreeShape, user: number): boolean => user === INVITER && tree.inviterIsAdmin;

const isRootOf = (tree: TreeShape, user: number, folder: number): boolean =>
  tree.owners[folder] === user && parentOf(tree, folder) === undefined;

export const roomOf = (tree: TreeShape, folder: number): TreeShape['rooms'][number] | undefined =>
  tree.rooms.find((room) => room.folder === chainOf(tree, folder).at(-1));

const isManagerOf = (tree: TreeShape, user: number, folder: number): boolean =>
  parentOf(tree, folder) === undefined && roomOf(tree, folder)?.managers.includes(user) === true;

/** Tells whether the room of the folder hides it from readers who are not staff. */
function isHidden(tree: TreeShape, folder: number, rule: 'allowsCollaborators' | 'allowsVisitors'): boolean {
  const room = roomOf(tree, folder);
  return room !== undefined && (room.state !== 'open' || !room[rule]);
}

/** Returns whether an invitation to all folders covers the folder directly; folders below inherit it. */
const isReachedByAllFolders = (tree: TreeShape, inviter: number, folder: number): boolean =>
  isAdministrator(tree, inviter) || isRootOf(tree, inviter, folder);

type Collaboration = TreeShape['collaborators'][number];

/** Returns the collaborations whose giver may give them: starts with none and adds until nothing changes. */
function activeCollaborations(tree: TreeShape): readonly Collaboration[] {
  let active: readonly Collaboration[] = [];
  for (;;) {
    const mayGive = ({ folder, user, giver }: Collaboration): boolean => {
      const owner = tree.owners[folder] ?? 0;
      if (giver === undefined && owner === user) return true;
      const by = giver ?? owner;
      return isAdministrator(tree, by) || userLevel(tree, active, by, folder) === 'owner';
    };
    const next = tree.collaborators.filter(mayGive);
    if (next.length === active.length) return active;
    active = next;
  }
}

/** The access rule in TypeScript, against which the SQL is checked. Only who works in the root of a hidden room sees it. */
export function expectedUserLevel(tree: TreeShape, user: number, folder: number): AccessLevel {
  const collaborations = activeCollaborations(tree);
  const root = chainOf(tree, folder).at(-1) ?? folder;
  const isStaff = userLevel(tree, collaborations, user, root) !== 'none';
  return isHidden(tree, folder, 'allowsCollaborators') && !isStaff
    ? 'none'
    : userLevel(tree, collaborations, user, folder);
}

function userLevel(
  tree: TreeShape,
  collaborations: readonly Collaboration[],
  user: number,
  folder: number,
): AccessLevel {
  let level: AccessLevel = 'none';
  for (const above of chainOf(tree, folder).toReversed()) {
    const isCollaborator =
      collaborations.some((shared) => shared.folder === above && shared.user === user) ||
      tree.acceptedInvitations.some(
        (invitation) =>
          invitation.user === user &&
          !invitation.isRevoked &&
          isReachedByAllFolders(tree, invitation.inviter, above),
      );
    if (isCollaborator && level === 'none') level = 'collaborator';
    if (
      isManagerOf(tree, user, above) ||
      isRootOf(tree, user, above) ||
      (level !== 'none' && tree.owners[above] === user)
    )
      level = 'owner';
  }
  return level;
}

export function expectedVisitorLevel(tree: TreeShape, folder: number): AccessLevel {
  const { folders, allFolders } = tree.visitorInvitation;
  if (isHidden(tree, folder, 'allowsVisitors') || chainOf(tree, folder).some((above) => above === tree.draft))
    return 'none';
  const isInvited = (above: number): boolean =>
    (allFolders && isReachedByAllFolders(tree, INVITER, above)) ||
    (folders.includes(above) &&
      (isAdministrator(tree, INVITER) || expectedUserLevel(tree, INVITER, above) === 'owner'));
  return chainOf(tree, folder).some(isInvited) ? 'visitor' : 'none';
}
