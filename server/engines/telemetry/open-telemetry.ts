import { setTimeout as wait } from 'node:timers/promises';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createMetricProducer } from './metric-producer.ts';
import type { Metrics } from './metrics.ts';
import { createTracer } from './otel-tracer.ts';
import { type ExportLog, reportFailures } from './report-failures.ts';
import type { Tracer } from './tracing.ts';

export interface TelemetrySettings {
  /** The base address of the collector, without the path of a signal. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  /** For what share of traces spans are sent, from 0 to 1. */
  readonly sampledShare: number;
  /** Follows the decision of the caller whose trace a request continues. */
  readonly followsParent: boolean;
  readonly sendsTraces: boolean;
  readonly sendsMetrics: boolean;
  readonly metricIntervalMs: number;
}

export interface Telemetry {
  readonly tracer: Tracer | undefined;
  /** Sends what is queued, but waits only a moment for a collector that does not answer. */
  stop(): Promise<void>;
}

/** Spans beyond it are dropped: about 2 MB while the collector does not answer. */
const MAX_QUEUED_SPANS = 2_048;
const MAX_SPANS_PER_EXPORT = 512;
const SPAN_DELAY_MS = 5_000;
const EXPORT_TIMEOUT_MS = 10_000;
/** Exports that a collector leaves unanswered; further ones fail at once. Enough to send the whole queue at the stop. */
const MAX_OPEN_EXPORTS = 1 + MAX_QUEUED_SPANS / MAX_SPANS_PER_EXPORT;
const STOP_TIMEOUT_MS = 2_000;

/** Sends traces and metrics to a collector over OTLP, in the background: no request waits for it. */
export function openTelemetry(
  settings: TelemetrySettings,
  { metrics, log }: { readonly metrics: Metrics; readonly log: ExportLog },
): Telemetry {
  const resource = resourceFromAttributes({ ...settings.resourceAttributes });
  const onFailure = reportFailures(metrics, log);
  const spans = settings.sendsTraces ? openSpans(settings, resource, onFailure) : undefined;
  const meters = settings.sendsMetrics ? openMeters(settings, resource, { metrics, onFailure }) : undefined;
  return {
    tracer: spans && createTracer(spans.getTracer('muniment')),
    async stop() {
      const ended = new AbortController();
      const stopped = Promise.allSettled([spans?.shutdown(), meters?.shutdown()]);
      const expired = wait(STOP_TIMEOUT_MS, undefined, { signal: ended.signal }).catch(() => {});
      await Promise.race([stopped, expired]);
      ended.abort();
    },
  };
}

type FailureListener = ReturnType<typeof reportFailures>;

const exporterOptions = ({ endpoint, headers }: TelemetrySettings, path: string) => ({
  url: `${endpoint.replace(/\/+$/, '')}/v1/${path}`,
  headers: { ...headers },
  timeoutMillis: EXPORT_TIMEOUT_MS,
  concurrencyLimit: MAX_OPEN_EXPORTS,
});

function openSpans(
  settings: TelemetrySettings,
  resource: Resource,
  onFailure: FailureListener,
): TracerProvider {
  const exporter = new OTLPTraceExporter(exporterOptions(settings, 'traces'));
  const processor = new BatchSpanProcessor({
    exporter: onFailure.watch('traces', exporter),
    maxQueueSize: MAX_QUEUED_SPANS,
    maxExportBatchSize: MAX_SPANS_PER_EXPORT,
    scheduledDelayMillis: SPAN_DELAY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({ resource, sampler: createSampler(settings), spanProcessors: [processor] });
}

function createSampler({ sampledShare, followsParent }: TelemetrySettings): Sampler {
  const root = rootSampler(sampledShare);
  return followsParent ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(share: number): Sampler {
  if (share === 0) return new AlwaysOffSampler();
  return share === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(share);
}

function openMeters(
  settings: TelemetrySettings,
  resource: Resource,
  { metrics, onFailure }: { readonly metrics: Metrics; readonly onFailure: FailureListener },
): MeterProvider {
  const exporter = new OTLPMetricExporter(exporterOptions(settings, 'metrics'));
  const reader = new PeriodicExportingMetricReader({
    exporter: onFailure.watch('metrics', exporter),
    exportIntervalMillis: settings.metricIntervalMs,
    exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, settings.metricIntervalMs),
    metricProducers: [createMetricProducer(metrics, resource)],
  });
  return new MeterProvider({ resource, readers: [reader] });
}
