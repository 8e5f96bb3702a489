import type { JobObserver, JobOutcome } from '#server/engines/queue/job-queue.ts';
import type { EndedStoreOperation } from '#server/engines/storage/object-storage.ts';
import type { Metrics } from '#server/engines/telemetry/metrics.ts';
import { currentSpan, runInSpan, type Tracer } from '#server/engines/telemetry/tracing.ts';

/** Creates what measures queries and the object store, and adds them to the trace of the request or job that runs them. */
export const createObservers = (metrics: Metrics) => ({
  query({ operation, table, durationMs, failure }: EndedQuery): void {
    const outcome = failure === undefined ? 'done' : 'failed';
    metrics.queries.observe({ operation, outcome }, durationMs / 1000);
    // Most processes send no traces, and a request has dozens of queries.
    if (!currentSpan()) return;
    const target = table === undefined ? '' : ` ${table}`;
    const attributes = {
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    };
    addEndedSpan(`${operation}${target}`, { durationMs, attributes, failure });
  },
  storeOperation({ operation, durationMs, failure }: EndedStoreOperation): void {
    metrics.storeOperations.observe({ operation }, durationMs / 1000);
    if (failure !== undefined) metrics.storeErrors.inc({ operation, reason: failure });
    addEndedSpan(`object store ${operation}`, { durationMs, failure });
  },
});

/** Description of a query that has ended. */
interface EndedQuery {
  readonly operation: string;
  readonly table: string | undefined;
  readonly durationMs: number;
  readonly failure: string | undefined;
}

interface EndedWork {
  readonly durationMs: number;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly failure: string | undefined;
}

/** Adds what has just ended to the span in which it ran. Nothing outside requests and jobs. */
function addEndedSpan(name: string, { durationMs, failure, ...options }: EndedWork): void {
  currentSpan()
    ?.begin(name, { ...options, kind: 'client', startedAt: Date.now() - durationMs })
    .end({ failure });
}

/** Creates what measures jobs. A job continues the trace of the request or job that added it. */
export const createJobObserver =
  (metrics: Metrics, tracer: Tracer | undefined): JobObserver =>
  async ({ kind, attempt, traceparent }, run) => {
    const begun = performance.now();
    const attributes = { 'muniment.job.kind': kind, 'muniment.job.attempt': attempt };
    const span = tracer?.begin(`job ${kind}`, { kind: 'consumer', attributes, parent: traceparent });
    let outcome: JobOutcome = 'failed';
    try {
      outcome = await (span ? runInSpan(span, run) : run());
    } finally {
      metrics.jobs.observe({ kind, outcome }, (performance.now() - begun) / 1000);
      const failure = outcome === 'failed' ? outcome : undefined;
      span?.end({ attributes: { 'muniment.job.outcome': outcome }, failure });
    }
    return outcome;
  };
