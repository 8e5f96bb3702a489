import type { Metrics } from './metrics.ts';

export interface ExportLog {
  warn(details: object, message: string): void;
}

interface ExportResult {
  readonly code: number;
  readonly error?: Error;
}

interface Exporter<Batch> {
  export(batch: Batch, onResult: (result: ExportResult) => void): void;
}

const SUCCESS = 0;
/** A collector that is away fails every export. */
const LOG_INTERVAL_MS = 60_000;

/** Counts failed exports, and logs them at most once a minute. */
export function reportFailures(metrics: Metrics, log: ExportLog) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  function report(signal: string, error: Error | undefined): void {
    metrics.exportFailures.inc({ signal });
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    // The message is left out: it may quote what the collector answered.
    const { name, code } = (error ?? {}) as NodeJS.ErrnoException; // errors of the system have a code
    log.warn({ signal, name, code }, 'the telemetry collector did not accept an export');
  }
  return {
    /** Returns the exporter, whose failures are reported. */
    watch<Batch, E extends Exporter<Batch>>(signal: string, exporter: E & Exporter<Batch>): E {
      const send = exporter.export.bind(exporter);
      exporter.export = (batch, onResult) =>
        send(batch, (result) => {
          if (result.code !== SUCCESS) report(signal, result.error);
          onResult(result);
        });
      return exporter;
    },
  };
}
