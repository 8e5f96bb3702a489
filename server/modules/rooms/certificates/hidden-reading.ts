import type { Services } from '#server/app/context.ts';
import type { Party } from '#server/authorization/history/as-party.ts';
import { readAnalyticsSettings } from '../analytics/settings.ts';
import { countPersons } from './party-queries.ts';

/** Tells whether a certificate leaves out what a party opened: the room names no person who reads in it, and the party is one. */
export async function hidesReading(
  { db }: Pick<Services, 'db'>,
  roomId: number,
  { party, at }: { party: Party; at: number },
): Promise<boolean> {
  const { hidePersons } = await readAnalyticsSettings({ db }, roomId);
  return hidePersons && (await countPersons(db, party, at)) < 2;
}
