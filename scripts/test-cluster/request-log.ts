/** How long after a part is back requests may still fail. */
export const RECOVERY_LIMIT_MS = 5_000;

/** Names what a client got: what it asked for, 503, a lost connection, or anything else. */
export type Outcome = 'answered' | 'unavailable' | 'cut' | 'wrong';

interface RecordedRequest {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: Outcome;
  readonly what: string;
}

interface Outage {
  readonly name: string;
  readonly from: number;
  /** When the part was there again; for a killed node, whose requests others serve, the kill. */
  backAt: number;
}

interface OutageFigures {
  readonly name: string;
  readonly awayMs: number;
  readonly unavailable: number;
  readonly cut: number;
  /** From the return of the part until the last request was sent that still failed. */
  readonly recoveryMs: number;
}

export interface RequestFigures {
  readonly requests: number;
  readonly outages: readonly OutageFigures[];
  /** Failures that no outage explains, at most a few of each kind. */
  readonly unexplained: readonly string[];
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface RequestLog {
  record(request: RecordedRequest): void;
  /** Begins an outage; the result ends it. */
  beginOutage(name: string): () => void;
  figures(): RequestFigures;
}

export function createRequestLog(now: () => number = Date.now): RequestLog {
  const durations: number[] = [];
  const failures: RecordedRequest[] = [];
  const outages: Outage[] = [];
  const outageOf = ({ startedAt, endedAt }: RecordedRequest): Outage | undefined =>
    outages.find(({ from, backAt }) => endedAt >= from && startedAt <= backAt + RECOVERY_LIMIT_MS);
  return {
    record(request) {
      durations.push(request.endedAt - request.startedAt);
      if (request.outcome !== 'answered') failures.push(request);
    },
    beginOutage(name) {
      const outage = { name, from: now(), backAt: Number.POSITIVE_INFINITY };
      outages.push(outage);
      return () => {
        outage.backAt = now();
      };
    },
    figures() {
      // A wrong answer is never explained: an outage is answered with 503 or not at all.
      const isExplained = (request: RecordedRequest) =>
        request.outcome !== 'wrong' && outageOf(request) !== undefined;
      const sorted = durations.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
      return {
        requests: durations.length,
        outages: outages.map((outage) => {
          const mine = failures.filter((each) => isExplained(each) && outageOf(each) === outage);
          return {
            name: outage.name,
            awayMs: outage.backAt - outage.from,
            unavailable: mine.filter(({ outcome }) => outcome === 'unavailable').length,
            cut: mine.filter(({ outcome }) => outcome === 'cut').length,
            recoveryMs: Math.max(0, ...mine.map(({ startedAt }) => startedAt - outage.backAt)),
          };
        }),
        unexplained: failures.filter((each) => !isExplained(each)).map(({ what }) => what),
        p50Ms: at(0.5),
        p95Ms: at(0.95),
      };
    },
  };
}
