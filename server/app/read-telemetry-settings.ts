import type { TelemetrySettings } from '#server/engines/telemetry/open-telemetry.ts';
import type { Environment } from './environment.ts';

const DEFAULT_SERVICE_NAME = 'muniment';
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** Reads the settings of OpenTelemetry by the names that its specification gives them. */
export function readTelemetrySettings(values: Environment): TelemetrySettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: isDisabled } = values;
  const headers = readPairs('OTEL_EXPORTER_OTLP_HEADERS', values.OTEL_EXPORTER_OTLP_HEADERS);
  for (const [name, value] of Object.entries(headers))
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
      throw new Error('OTEL_EXPORTER_OTLP_HEADERS has a name or value that is invalid in a header');
  const attributes = readPairs('OTEL_RESOURCE_ATTRIBUTES', values.OTEL_RESOURCE_ATTRIBUTES);
  const sampling = readSampler(values);
  if (endpoint === undefined || isDisabled === 'true') return undefined;
  return {
    endpoint,
    headers,
    resourceAttributes: {
      'service.instance.id': crypto.randomUUID(),
      ...attributes,
      'service.name': values.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? DEFAULT_SERVICE_NAME,
    },
    ...sampling,
    sendsTraces: values.OTEL_TRACES_EXPORTER === 'otlp',
    sendsMetrics: values.OTEL_METRICS_EXPORTER === 'otlp',
    metricIntervalMs: values.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

function readSampler({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: argument,
}: Environment): Pick<TelemetrySettings, 'sampledShare' | 'followsParent'> {
  const followsParent = sampler.startsWith('parentbased_');
  if (sampler.endsWith('always_off')) return { sampledShare: 0, followsParent };
  if (sampler.endsWith('always_on')) return { sampledShare: 1, followsParent };
  return { sampledShare: argument, followsParent };
}

/** Reads `name=value,name=value`, whose values are percent-encoded. The error does not repeat them: they may be secrets. */
function readPairs(variable: string, text = ''): Record<string, string> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      const name = entry.slice(0, Math.max(at, 0)).trim();
      const value = decode(entry.slice(at + 1).trim());
      if (name === '' || value === undefined)
        throw new Error(
          `${variable} must be a list such as name=value,other=value, with values percent-encoded`,
        );
      return [name, value];
    }),
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
