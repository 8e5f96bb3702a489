import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const read = (env: Record<string, string>) => readConfig({ ...ENDPOINT, ...env }).telemetry;

test('nothing is sent unless a collector is named, and with OTEL_SDK_DISABLED', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'room' }).telemetry).toBeUndefined();
  expect(read({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
});

test('an endpoint alone sends all traces and the metrics each minute', () => {
  expect(read({})).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: {},
    resourceAttributes: { 'service.name': 'muniment', 'service.instance.id': expect.any(String) },
    sampledShare: 1,
    followsParent: true,
    sendsTraces: true,
    sendsMetrics: true,
    metricIntervalMs: 60_000,
  });
});

test('headers and attributes are lists with percent-encoded values', () => {
  const settings = read({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant = 7',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=ignored,service.instance.id=a',
    OTEL_SERVICE_NAME: 'room',
  });
  expect(settings?.headers).toEqual({ authorization: 'Bearer a=b', 'x-tenant': '7' });
  expect(settings?.resourceAttributes).toEqual({
    'deployment.environment.name': 'test',
    'service.name': 'room',
    'service.instance.id': 'a',
  });
});

test.each([
  ['always_off', '0.5', 0, false],
  ['always_on', '0.5', 1, false],
  ['traceidratio', '0.25', 0.25, false],
  ['parentbased_traceidratio', '0', 0, true],
  ['parentbased_always_off', '1', 0, true],
])('the sampler %s with %s sends %s of the traces', (sampler, argument, sampledShare, followsParent) => {
  const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument };
  expect(read(env)).toMatchObject({ sampledShare, followsParent });
});

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0asecret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%secret'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '10'],
])('%s=%s is refused by name, without repeating it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name);
  expect(() => read({ [name]: value })).not.toThrow('secret');
});
