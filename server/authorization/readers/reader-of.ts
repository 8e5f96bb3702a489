import type { RoomVisitsTable } from '#server/database/tables/changes.ts';
import type { Actor } from '#shared/policies/actor.ts';

/** A user, or a visitor by their invitation. */
export interface Reader {
  readonly kind: RoomVisitsTable['reader_kind'];
  readonly id: number;
}

/** Returns whose visits, follows and digests are kept; nobody's while a manager views a room as one of its groups. */
export function readerOf(actor: Actor): Reader | undefined {
  if (actor.kind === 'anonymous') return undefined;
  if (actor.kind === 'user') return { kind: 'user', id: actor.id };
  return actor.viewAs ? undefined : { kind: 'visitor', id: actor.invitationId };
}

/** The actor that a reader was, whose rights `reloadActor` reads. */
export const actorOf = ({ kind, id }: Reader): Actor =>
  kind === 'user' ? { kind, id, isAdmin: false } : { kind, invitationId: id, mayDownload: false };
