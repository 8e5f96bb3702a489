import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from '#server/engines/telemetry/metrics.ts';
import { openTelemetry, type TelemetrySettings } from '#server/engines/telemetry/open-telemetry.ts';
import {
  type ExportedSpan,
  startTelemetryCollector,
  type TelemetryCollector,
} from '#server/testing/fakes/telemetry-collector.ts';
import { startServer } from '#server/testing/server-process.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const settingsFor = (endpoint: string): TelemetrySettings => ({
  endpoint,
  headers: { authorization: 'Bearer for-the-collector' },
  resourceAttributes: { 'service.name': 'muniment' },
  sampledShare: 1,
  followsParent: true,
  sendsTraces: true,
  sendsMetrics: true,
  metricIntervalMs: 60_000,
});

const openTracedApp = (collector: TelemetryCollector, trustProxy?: string): Promise<TestApp> =>
  openTestApp({ config: { telemetry: settingsFor(collector.url), trustProxy } });

function only(spans: readonly ExportedSpan[], name: string): ExportedSpan {
  const [span, ...more] = spans.filter((each) => each.name === name);
  if (!span || more.length > 0) throw new Error(`${more.length + (span ? 1 : 0)} spans are named ${name}`);
  return span;
}

describe('an exported trace', () => {
  test('an exported trace has the request, its queries, and the jobs that it added', async () => {
    const collector = await startTelemetryCollector();
    const testApp = await openTracedApp(collector);
    await (await testApp.user()).file();
    await testApp.finishJobs();
    await testApp.close();
    const spans = collector.spans();
    const request = only(spans, 'POST /api/files');
    const within = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(within.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['insert files', 'insert jobs', 'object store put', 'job file.uploaded']),
    );
    expect(new Set(within.map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]));
    const job = only(spans, 'job file.uploaded');
    expect(spans.filter(({ parentSpanId }) => parentSpanId === job.spanId).map(({ name }) => name)).toContain(
      'object store get',
    );
  });

  test('an exported trace contains nothing that people wrote, and no secret', async () => {
    const collector = await startTelemetryCollector();
    const testApp = await openTracedApp(collector, '127.0.0.1');
    const user = await testApp.user();
    const folder = await user.folder('planted-folder');
    const content = 'The planted-content of a contract about whimbrels.';
    const { id } = await user.file({ name: 'planted-file.txt', content, folderId: folder.id });
    await testApp.finishJobs();
    const warn = vi.spyOn(process, 'emitWarning');
    const agent = {
      'user-agent': 'planted-agent',
      'x-forwarded-for': '203.0.113.99',
      referer: 'planted-referer',
    };
    await user.get('/api/search?query=planted-question', agent);
    await user.get(`/api/files/${id}/download?planted-query=1`, agent);
    expect(warn).not.toHaveBeenCalled();
    await user.get(`/api/folders/${folder.id}?search=planted-filter`, agent);
    await testApp.anonymous.post('/api/login', { username: 'planted-user', password: 'planted-password' });
    await testApp.anonymous.get('/api/link-access/planted-slug', agent);
    await testApp.anonymous.post('/api/link-access/planted-slug/password', { password: 'planted-password' });
    await testApp.anonymous.get('/api/visitor/planted-token', agent);
    await testApp.anonymous.get('/api/planted-route', agent);
    await testApp.anonymous.get('/api/user', { cookie: 'muniment_session=planted-cookie' });
    await testApp.anonymous.get('/api/user', { authorization: 'Bearer planted-bearer' });
    await testApp.anonymous.get('/api/user', {
      'x-request-id': 'planted request id',
      tracestate: 'a=planted',
    });
    // A failure whose message quotes what was asked.
    vi.spyOn(testApp.server.services.searchIndex, 'search').mockRejectedValue(
      Object.assign(new Error('planted-message'), { code: 'planted code' }),
    );
    await user.get('/api/search?query=planted-question', agent);
    await testApp.close();
    const sent = collector.requests.map((request) => JSON.stringify(request)).join('\n');
    expect(collector.requests.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/v1/traces', '/v1/metrics']),
    );
    expect(sent).toContain('/api/link-access/:slug/password');
    expect(sent).toContain('/api/files/:id/download');
    expect(sent).not.toMatch(/planted|whimbrel|203\.0\.113|a password to test/i);
    expect(sent).not.toContain(user.username);
    expect(sent).not.toContain(user.email);
    expect(sent).not.toContain(String(user.cookie).split('=')[1]);
    expect(sent).not.toMatch(/\b(?:select|insert into|update|where)\b [^"]*[?$]/i);
  });

  test.each([
    ['a trusted proxy', '127.0.0.1', true],
    ['anybody else', '203.0.113.7', false],
  ])('continues the trace that %s names: %s, %s', async (_who, remoteAddress, isContinued) => {
    const collector = await startTelemetryCollector();
    const testApp = await openTracedApp(collector, '127.0.0.1');
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const headers = { traceparent: `00-${traceId}-${spanId}-01` };
    await testApp.anonymous.send({ method: 'GET', url: '/api/user', headers, remoteAddress });
    await testApp.close();
    const request = only(collector.spans(), 'GET /api/user');
    expect([request.traceId === traceId, request.parentSpanId === spanId]).toEqual([
      isContinued,
      isContinued,
    ]);
  });
});

test('the metrics of /metrics are exported, with the headers of the collector', async () => {
  const collector = await startTelemetryCollector();
  const testApp = await openTracedApp(collector);
  for (let count = 0; count < 3; count += 1) await testApp.anonymous.get('/api/user');
  await testApp.close();
  const request = collector.requests.find(({ url }) => url === '/v1/metrics');
  expect(request?.authorization).toBe('Bearer for-the-collector');
  const { resourceMetrics } = JSON.parse(request?.body ?? '{}');
  const metrics = resourceMetrics[0].scopeMetrics[0].metrics;
  const metricOf = (wanted: string) => metrics.find(({ name }: { name: string }) => name === wanted);
  expect(metricOf('jobs_waiting').gauge.dataPoints[0].attributes).toEqual([
    { key: 'scope', value: { stringValue: 'installation' } },
  ]);
  const [point] = metricOf('http_request_duration_seconds').histogram.dataPoints;
  expect(Number(point.count)).toBe(3);
  expect(point.bucketCounts.map(Number).reduce((sum: number, count: number) => sum + count)).toBe(3);
  expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
});

describe('a collector that does not answer', () => {
  test('delays neither requests nor the stop', async () => {
    const collector = await startTelemetryCollector({ hangs: true });
    const testApp = await openTracedApp(collector);
    const user = await testApp.user();
    const begun = performance.now();
    for (let count = 0; count < 50; count += 1) expect((await user.get('/api/user')).status).toBe(200);
    const servedMs = performance.now() - begun;
    await testApp.close();
    const stoppedMs = performance.now() - begun - servedMs;
    expect(collector.requests.length).toBeGreaterThan(0);
    expect(servedMs).toBeLessThan(3_000);
    expect(stoppedMs).toBeLessThan(5_000);
  });

  test('a collector that does not answer leaves no more spans in memory than the queue and the open exports hold', async () => {
    const collector = await startTelemetryCollector({ hangs: true });
    const metrics = createMetrics();
    const telemetry = openTelemetry(
      { ...settingsFor(collector.url), sendsMetrics: false },
      { metrics, log: { warn() {} } },
    );
    for (let count = 0; count < 20_000; count += 1) telemetry.tracer?.begin('span', {}).end();
    await expect.poll(() => collector.requests.length).toBe(1);
    collector.answer();
    await telemetry.stop();
    expect(collector.spans()).toHaveLength(512 + 2_048);
  });

  test('a collector that does not answer is named in the log and counted, without what was to be sent', {
    tags: ['full'],
    timeout: 30_000,
  }, async () => {
    const metrics = createMetrics();
    const lines: object[] = [];
    const telemetry = openTelemetry(
      { ...settingsFor('http://127.0.0.1:9'), sendsMetrics: false },
      { metrics, log: { warn: (details, message) => lines.push({ ...details, message }) } },
    );
    telemetry.tracer?.begin('span', {}).end();
    await telemetry.stop();
    await expect
      .poll(() => metrics.text(), { timeout: 15_000 })
      .toMatch(/^telemetry_export_failures_total\{signal="traces"\} 1$/m);
    expect(lines).toMatchObject([{ signal: 'traces', message: expect.stringContaining('collector') }]);
  });
});

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('a server process', () => {
  test('a server process writes the request id and the trace into its log lines, and returns the id', {
    tags: ['full'],
    timeout: 60_000,
  }, async () => {
    const collector = await startTelemetryCollector();
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-traced-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const server = await startServer({
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'a password of the operator',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    const cookie = await server.signIn();
    const response = await fetch(`${server.url}/api/folders`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'x-request-id': 'an-id-of-nobody-known' },
      body: JSON.stringify({ name: 'Folder', parentId: null }),
    });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    await server.end('SIGTERM');
    const spans = collector.spans();
    const request = only(spans, 'POST /api/folders');
    // The body arrived over a connection, and what followed it still belongs to the request.
    expect(only(spans, 'insert folders').parentSpanId).toBe(request.spanId);
    const lines = server
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(lines.find(({ reqId }) => reqId === id)).toMatchObject({
      trace_id: request.traceId,
      span_id: request.spanId,
      route: '/api/folders',
    });
  });
});
