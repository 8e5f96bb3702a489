import type { Services } from '#server/app/context.ts';
import type { Party } from '#server/authorization/history/as-party.ts';
import { readAnalyticsSettings } from '../analytics/settings.ts';
import { countPersons, findInvitedAddress } from './party-queries.ts';

/**
 * Tells whether a party is a visitor without an address: views name the address alone, so they may be those of any other such
 * visitor.
 */
export const hasNoAddress = async ({ db }: Pick<Services, 'db'>, { kind, id }: Party): Promise<boolean> =>
  kind === 'visitor' && (await findInvitedAddress(db, id)) === '';

/** Tells whether a certificate leaves out what a party opened: the room names no person who reads in it, and the party is one. */
export async function hidesReading(
  { db }: Pick<Services, 'db'>,
  roomId: number,
  { party, at }: { party: Party; at: number },
): Promise<boolean> {
  const { hidePersons } = await readAnalyticsSettings({ db }, roomId);
  return hidePersons && (await countPersons(db, party, at)) < 2;
}
