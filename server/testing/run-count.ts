const FULL_RUN_FACTOR = 6;
const POSTGRES_DIVISOR = 3;

export const isFullRun = process.env['MUNIMENT_TEST_FULL'] !== undefined;

/** The maximum time of a property-based test. */
export const PROPERTY_TIMEOUT_MS = isFullRun ? 600_000 : 180_000;

/**
 * Returns how many cases a property-based test tries: `count`, six times as many in `npm run test:full`, and a third of either on
 * PostgreSQL, where each takes three times as long.
 */
export function runCount(count: number): number {
  const cases = isFullRun ? count * FULL_RUN_FACTOR : count;
  return process.env['MUNIMENT_TEST_DATABASE'] === 'postgres' ? Math.ceil(cases / POSTGRES_DIVISOR) : cases;
}
