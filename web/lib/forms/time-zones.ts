/** Lists the time zones of this browser as options, with the one that was chosen elsewhere. */
export const listTimeZones = (chosen: string): { value: string; label: string }[] =>
  [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }));
