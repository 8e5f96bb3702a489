const FULL_RUN_FACTOR = 10;

export const isFullRun = process.env['MUNIMENT_TEST_FULL'] !== undefined;

/** Returns how many cases a property-based test tries: `count`, or ten times as many in `npm run test:full`. */
export const runCount = (count: number): number => (isFullRun ? count * FULL_RUN_FACTOR : count);
