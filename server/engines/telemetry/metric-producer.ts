import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Metrics } from './metrics.ts';

type CollectedMetric = MetricObjectWithValues<MetricValue<string>>;
type CollectedValue = MetricValue<string> & { readonly metricName?: string };

interface Period {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

const NANOSECONDS_PER_MS = 1e6;

/** Gives the exporter the metrics that `/metrics` serves, so that both always say the same. */
export function createMetricProducer(metrics: Metrics, resource: Resource): MetricProducer {
  const startTime = toHrTime(Date.now());
  return {
    async collect() {
      const period = { startTime, endTime: toHrTime(Date.now()) };
      const collected = (await metrics.collect()) as unknown as CollectedMetric[]; // its type leaves the values out
      const scopeMetrics = [
        { scope: { name: 'muniment' }, metrics: collected.map((metric) => toMetricData(metric, period)) },
      ];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
}

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * NANOSECONDS_PER_MS];

function toMetricData({ name, help, type, values }: CollectedMetric, period: Period): MetricData {
  const data = {
    descriptor: {
      name,
      description: help,
      unit: name.endsWith('_seconds') ? 's' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (String(type) === 'histogram')
    return { ...data, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, period) };
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ ...period, attributes: toAttributes(labels), value }));
  if (String(type) === 'counter')
    return { ...data, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return { ...data, dataPointType: DataPointType.GAUGE, dataPoints };
}

function toAttributes(labels: CollectedValue['labels']): Attributes {
  return Object.fromEntries(
    Object.entries(labels)
      .filter(([name]) => name !== 'le')
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Joins the values of a histogram, which come one by one: a cumulative count for each bound, the sum and the count. */
function toHistograms(values: readonly CollectedValue[], period: Period): DataPoint<Histogram>[] {
  const series = new Map<string, CollectedValue[]>();
  for (const value of values) {
    const key = JSON.stringify(toAttributes(value.labels));
    const known = series.get(key);
    if (known) known.push(value);
    else series.set(key, [value]);
  }
  return [...series.values()].map((parts) => toHistogram(parts, period));
}

function toHistogram(parts: readonly CollectedValue[], period: Period): DataPoint<Histogram> {
  const buckets = parts.filter(({ metricName }) => metricName?.endsWith('_bucket'));
  const partOf = (ending: string): number =>
    parts.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0;
  const cumulative = buckets.map(({ value }) => value);
  return {
    ...period,
    attributes: toAttributes(parts[0]?.labels ?? {}),
    value: {
      buckets: {
        boundaries: buckets.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite),
        counts: cumulative.map((count, at) => count - (cumulative[at - 1] ?? 0)),
      },
      sum: partOf('_sum'),
      count: partOf('_count'),
    },
  };
}
