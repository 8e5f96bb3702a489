import { usePublicSettings } from '#web/features/settings/api.ts';

/** The default of the setting, until the settings are loaded. */
const DEFAULT_DAYS = 7;
const OFFERED_DAYS = [1, 3, 7, 30];

/** Returns after how many days invitations end where nothing else is chosen: as the administrators set it. */
export const useExpirationDays = (): number => usePublicSettings()?.invitationExpiryDays ?? DEFAULT_DAYS;

/** Lists the numbers of days that a visitor's invitation can be given, with that of the administrators among them. */
export const listExpirationOptions = (preset: number) =>
  [...new Set([...OFFERED_DAYS, preset])]
    .toSorted((one, other) => one - other)
    .map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }));
