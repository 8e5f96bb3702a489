import type { GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

/** The people whom a rule restricts: administrators, the staff of rooms, or everybody in a room. */
export type AddressScope = 'administrators' | 'staff' | 'room';

/**
 * The addresses from which some people are admitted; those of a group are in `room_groups`. A backup keeps them: a restored room
 * stays restricted.
 */
export interface AddressRulesTable {
  id: GeneratedAlways<number>;
  scope: AddressScope;
  /** The room of the scope `room`, otherwise `null`. */
  scope_id: number | null;
  /** JSON array of addresses and networks. */
  ranges: string;
  created_at: Instant;
}
