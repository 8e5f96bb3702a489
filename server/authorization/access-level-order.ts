import { sql } from 'kysely';
import type { AccessLevel, GroupLevel } from '#shared/policies/actor.ts';

/**
 * Access levels are numbers in SQL, so that the strongest is the greatest. Those of groups are between a visitor and a
 * collaborator.
 */
export const ACCESS_LEVEL_ORDER = {
  none: 0,
  visitor: 1,
  view: 2,
  download: 3,
  original: 4,
  collaborator: 5,
  owner: 6,
} as const satisfies Record<AccessLevel | GroupLevel, number>;

/** The level `owner` as a literal of SQL. */
export const OWNER_LEVEL = sql.lit(ACCESS_LEVEL_ORDER.owner);
