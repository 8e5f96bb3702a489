import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { WatermarkRow } from './load-watermark.ts';
import { findRoomOfLink } from './room-of-link.ts';

/**
 * A watermark that somebody chose for a link, a group or a room, with what its parts are replaced by; texts are empty where there
 * is nothing.
 */
export interface ChosenWatermark
  extends Pick<WatermarkRow, 'template' | 'angle' | 'size' | 'density' | 'color'> {
  /** The name of a reader, whom the address names otherwise. */
  readonly name?: string;
  /** Empty for a guest of a link that asks for none. */
  readonly email: string;
  readonly link: string;
  readonly group: string;
  readonly room: string;
  /** The place of the reader among those whom the link or the group admitted; 0 for others. */
  readonly copy: number;
}

/** Finds the watermark of a link visitor; `undefined` for everybody else, and for links without one. */
export async function findLinkWatermark({
  db,
  actor,
}: Pick<Context, 'db' | 'actor'>): Promise<ChosenWatermark | undefined> {
  if (actor.kind !== 'visitor' || actor.viewAs) return undefined;
  const row = await db
    .selectFrom('invitations')
    .innerJoin('links', 'links.id', 'invitations.link_id')
    .innerJoin('watermarks', 'watermarks.id', 'links.watermark_id')
    .leftJoin('room_groups', 'room_groups.id', 'links.group_id')
    .select(['template', 'angle', 'size', 'density', 'color'])
    .select(['invitations.email', 'links.id as linkId', 'links.name as link'])
    .select(['room_groups.name as group', 'links.group_id'])
    .select(
      sql<number>`(select count(*) from link_visitors earlier where earlier.link_id = links.id
        and earlier.id <= (select min(own.id) from link_visitors own where own.invitation_id = invitations.id))`.as(
        'copy',
      ),
    )
    .where('invitations.id', '=', actor.invitationId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { linkId, group_id, group, ...rest } = row;
  // A query that most watermarks do without.
  const room = rest.template.includes('{room}')
    ? (await findRoomOfLink({ db }, { id: linkId, group_id }))?.name
    : '';
  return { ...rest, group: group ?? '', room: room ?? '' };
}

/** Returns whether the link through which a visitor came draws a watermark of its own. */
export const hasLinkWatermark = async (ctx: Pick<Context, 'db' | 'actor'>): Promise<boolean> =>
  (await findLinkWatermark(ctx)) !== undefined;
