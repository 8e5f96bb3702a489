import type { Sight } from '#server/authorization/live/find-sight.ts';
import type { LiveChange } from '#shared/contracts/live/live-updates.ts';
import { type Actor, groupIdsOf, isAdmin, rootOwnerId } from '#shared/policies/actor.ts';
import type { LiveConnection, LiveTokens } from './live-connection.ts';
import type { Announced } from './parse-announcement.ts';

/** An actor with the connections that they have open here. */
export interface Viewer {
  actor: Actor;
  readonly connections: Set<LiveConnection>;
  /** Describes what they see as far as is known; `undefined` until it is computed, when every change may concern them. */
  sight: Sight | undefined;
  /** They see something new that is not in `sight`. */
  isSightOutdated: boolean;
  /** The publications that they were asked to approve, by room, as far as they were notified of them. */
  readonly approvals: Map<number, string>;
  /** Collects what they will be notified, each once. */
  readonly changes: Map<string, LiveChange>;
}

/** Identifies the actor of a connection: what they see depends on their address too. A view as a group belongs to its session. */
export function viewerKey(actor: Actor, { sessionToken, address }: LiveTokens): string {
  if (actor.kind === 'user') return `user ${actor.id} ${address}`;
  if (actor.kind === 'visitor' && !actor.viewAs) return `visitor ${actor.invitationId} ${address}`;
  return `view ${sessionToken}`;
}

/** Tells whether an actor may use the API at all: what remains to be done first is a matter of other calls. */
export const isAdmitted = (actor: Actor): boolean =>
  actor.kind === 'user'
    ? !actor.mustChangePassword && !actor.mustSetUpFactor
    : actor.kind === 'visitor' && !actor.mustAcceptTerms;

export function notify(viewer: Viewer, change: LiveChange): void {
  viewer.changes.set('id' in change ? `${change.topic} ${change.id}` : change.topic, change);
}

/** Tells whether a viewer may see something in the root folder of a folder, as far as is known. */
const seesRootOf = ({ sight }: Viewer, folderId: number, rootIds: ReadonlyMap<number, number>): boolean => {
  if (!sight || sight.rootIds === 'all') return true;
  const rootId = rootIds.get(folderId);
  return rootId !== undefined && sight.rootIds.has(rootId);
};

/** Tells whether a change of rights may concern a viewer: they are named by it, or see something near. */
export function mayChangeSight(
  viewer: Viewer,
  announced: Announced,
  rootIds: ReadonlyMap<number, number>,
): boolean {
  const { actor, sight } = viewer;
  // A file that a link names may be gone, and nothing near it shows that.
  if (announced.kind === 'file') return sight?.linkedFileIds.has(announced.id) ?? false;
  if (announced.kind !== 'rights') return false;
  switch (announced.of) {
    case 'all':
      return true;
    case 'visitors':
      return actor.kind === 'visitor';
    case 'user':
      return actor.kind === 'user' && actor.id === announced.id;
    case 'invitation':
      return actor.kind === 'visitor' && actor.invitationId === announced.id;
    case 'group':
      return groupIdsOf(actor).includes(announced.id);
    case 'folder':
      return !isAdmin(actor) && seesRootOf(viewer, announced.id, rootIds);
  }
}

/**
 * Leaves out the changes that cannot concern a viewer, so that nothing is asked about them. `askedGroupIds` are the groups of
 * which a member was asked to approve a publication, by room: they may see nothing in it yet.
 */
export function mayConcern(
  viewer: Viewer,
  announced: Announced,
  rootIds: ReadonlyMap<number, number>,
  askedGroupIds: ReadonlyMap<number, readonly number[]>,
): boolean {
  const { actor, sight } = viewer;
  switch (announced.kind) {
    case 'rights':
      return mayChangeSight(viewer, announced, rootIds);
    case 'person':
      return actor.kind === 'user' && actor.id === announced.userId;
    case 'staff':
      if (announced.topic === 'room') {
        const asked = askedGroupIds.get(announced.folderId) ?? [];
        if (groupIdsOf(actor).some((id) => asked.includes(id))) return true;
      }
      return actor.kind === 'user' && seesRootOf(viewer, announced.folderId, rootIds);
    case 'folder':
      return seesRootOf(viewer, announced.id, rootIds) || isOwn(actor, announced.ownerId);
    case 'file':
      if (sight?.linkedFileIds.has(announced.id)) return true;
      if (announced.folderId === 0) return isAdmin(actor) || isOwn(actor, announced.ownerId);
      return seesRootOf(viewer, announced.folderId, rootIds);
  }
}

const isOwn = (actor: Actor, ownerId: number): boolean => rootOwnerId(actor) === ownerId;
