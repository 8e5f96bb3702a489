import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addEventLoopDelay } from './event-loop-delay.ts';

/** Value of a gauge that has several, by its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric that is read whenever somebody collects the metrics. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  /** The labels of its samples. */
  readonly labels?: readonly string[];
  /** Reads the values; `undefined` if this process has none, so that the metric has no sample. */
  read(): GaugeValue | Promise<GaugeValue>;
}

type GaugeValue = number | readonly Sample[] | undefined;

/** Origin of a value: this process, or what all nodes share, so that every node reports the same. */
type Scope = 'node' | 'installation';

/** An index that is loading answers late; the other metrics do not wait for it. */
const READ_TIMEOUT_MS = 2_000;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERY_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];
const JOB_SECONDS = [0.05, 0.25, 1, 5, 20, 60, 300, 1_800];

/** The metrics of this process. Their observers are never removed, so that tests with many apps start them once. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });
addEventLoopDelay(processMetrics);

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of an app. They name routes, kinds and codes, never people or content. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const all = () => Registry.merge([processMetrics, registry]);
  return {
    requests: histogram(
      'http_request_duration_seconds',
      'HTTP request duration in seconds, by route and status class',
      ['method', 'route', 'status'],
      SECONDS,
    ),
    refusals: counter('http_refusals_total', 'Refused requests, by the code of the refusal', ['code']),
    signInFailures: counter('sign_in_failures_total', 'Refused attempts to sign in, by route and code', [
      'route',
      'code',
    ]),
    uploadedBytes: counter('upload_bytes_total', 'Bytes of the bodies of accepted uploads', []),
    queries: histogram(
      'database_query_duration_seconds',
      'Duration of database queries in seconds, by operation and outcome',
      ['operation', 'outcome'],
      QUERY_SECONDS,
    ),
    jobs: histogram(
      'job_duration_seconds',
      'Duration of the attempts of jobs in seconds, by kind and outcome',
      ['kind', 'outcome'],
      JOB_SECONDS,
    ),
    storeOperations: histogram(
      'object_store_operation_duration_seconds',
      'Duration of operations of the object store in seconds; of a read until its first byte can be read',
      ['operation'],
      SECONDS,
    ),
    storeErrors: counter('object_store_errors_total', 'Failed operations of the object store', [
      'operation',
      'reason',
    ]),
    exportFailures: counter('telemetry_export_failures_total', 'Failed exports to the collector', ['signal']),
    /** Adds gauges. Those of the installation get a label, by which sums over nodes can leave them out. */
    addGauges(scope: Scope, sources: readonly GaugeSource[]): void {
      for (const source of sources) addGauge(registry, scope, source);
    },
    /** Returns everything in the text format of Prometheus. */
    text: () => all().metrics(),
    contentType: registry.contentType,
    /** Returns everything as objects, for exporters of other formats. */
    collect: () => all().getMetricsAsJSON(),
  };
}

function addGauge(registry: Registry, scope: Scope, source: GaugeSource): void {
  const { name, help, labels = [] } = source;
  // A second app on the same services replaces those of the first.
  registry.removeSingleMetric(name);
  const scopeLabel = scope === 'installation' ? { scope } : {};
  new Gauge({
    name,
    help: scope === 'installation' ? `${help} (the same on every node: use max, not sum)` : help,
    labelNames: [...labels, ...Object.keys(scopeLabel)],
    registers: [registry],
    async collect() {
      // A value that cannot be read is NaN, so that the other metrics are still served.
      const value = await withTimeout(source).catch(() => (labels.length > 0 ? [] : Number.NaN));
      this.reset();
      if (value === undefined) this.remove();
      else if (typeof value === 'number') this.set(scopeLabel, value);
      else for (const sample of value) this.set({ ...sample.labels, ...scopeLabel }, sample.value);
    },
  });
}

async function withTimeout(source: GaugeSource): Promise<GaugeValue> {
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => expired.reject(new Error(`${source.name} was not read in time`)),
    READ_TIMEOUT_MS,
  );
  return Promise.race([source.read(), expired.promise]).finally(() => clearTimeout(timer));
}
