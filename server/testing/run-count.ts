const FULL_RUN_FACTOR = 10;

/** Returns how many cases a property-based test tries: `count`, or ten times as many in `npm run test:full`. */
export const runCount = (count: number): number =>
  process.env['MUNIMENT_TEST_FULL'] === undefined ? count : count * FULL_RUN_FACTOR;
