import { RECOVERY_LIMIT_MS } from './request-log.ts';
import type { OutageReport } from './run-outages.ts';

const MAX_LINES = 10;

const some = (lines: readonly string[]): string[] => [
  ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`),
  ...(lines.length > MAX_LINES ? [`  … and ${lines.length - MAX_LINES} more`] : []),
];

/** Returns the lines of the report, and whether every promise was kept. */
export function describeReport({ users, seconds, ledger, figures, comparison }: OutageReport): {
  lines: string[];
  isGood: boolean;
} {
  const { outages, unexplained, requests } = figures;
  const isRecovered = outages.every(({ recoveryMs }) => recoveryMs <= RECOVERY_LIMIT_MS);
  const promises: [name: string, value: string, isKept: boolean][] = [
    [
      'acknowledged and lost',
      `${comparison.lost.length} of ${ledger.acknowledged.size}`,
      comparison.lost.length === 0,
    ],
    [
      'answered without access',
      `${ledger.disclosed.length} of ${ledger.disclosed.length + ledger.refused}`,
      ledger.disclosed.length === 0,
    ],
    ['failed outside the outages', `${unexplained.length} of ${requests}`, unexplained.length === 0],
    ['recovered within 5 s', isRecovered ? 'yes' : 'no', isRecovered],
    ['documents not read afterwards', String(comparison.notIndexed), comparison.notIndexed === 0],
    [
      'not found by their text afterwards',
      `${comparison.notFound} of ${comparison.searchedFor}`,
      comparison.notFound === 0,
    ],
    ['checks', comparison.checks.join('; '), comparison.areChecksGood],
  ];
  return {
    isGood: promises.every(([, , isKept]) => isKept),
    lines: [
      `${users} users, ${seconds} s, ${requests} requests, p50 ${figures.p50Ms} ms, p95 ${figures.p95Ms} ms`,
      ...outages.map(
        ({ name, awayMs, unavailable, cut, recoveryMs }) =>
          `${name}: away ${(awayMs / 1_000).toFixed(1)} s, ${unavailable} answered 503, ${cut} lost connections, recovered ${(recoveryMs / 1_000).toFixed(1)} s after it was back`,
      ),
      ...promises.map(([name, value, isKept]) => `${isKept ? 'kept  ' : 'BROKEN'} ${name}: ${value}`),
      ...some(comparison.lost),
      ...some(ledger.disclosed),
      ...some(unexplained),
    ],
  };
}
