import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { type AccessLevel, isMember } from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from '../access-level-order.ts';

const COLLABORATOR = sql.lit(ACCESS_LEVEL_ORDER.collaborator);
/**
 * The access level of a user in a folder: the one granted there, or the one in the folder above it. Members own what they create.
 */
export const inheritedLevel = (
  level: RawBuilder<number>,
  owner: RawBuilder<unknown>,
  user: RawBuilder<number>,
): RawBuilder<number> =>
  sql<number>`case when ${level} >= ${COLLABORATOR} and ${owner} = ${user} then ${OWNER_LEVEL} else ${level} end`;

/**
 * The level of an account to the folders directly in a folder whose member it is, as an expression over `folders`: what else is
 * granted to it there gives no more. Undefined for everybody else, for whom the whole rule decides.
 */
export function levelInFolder(
  { actor }: Requester,
  folder: { readonly accessLevel: AccessLevel },
): RawBuilder<number> | undefined {
  if (actor.kind !== 'user' || !isMember(folder)) return undefined;
  const level = sql.lit(ACCESS_LEVEL_ORDER[folder.accessLevel]);
  return inheritedLevel(level, sql.ref('folders.owner_id'), sql`${actor.id}`);
}
