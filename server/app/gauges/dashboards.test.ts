import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, vi } from 'vitest';
import { openTestApp, test } from '#server/testing/test-app.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

const isPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';
/** Prometheus itself has the first, and only PostgreSQL has a pool. */
const ELSEWHERE = new Set(['up', ...(isPostgres ? [] : ['database_pool_connections'])]);

const alertExpressions = [
  ...read('prometheus/alerts.yml').matchAll(/^ {8}expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/gm),
].map(([, lines, line]) => (lines ?? line ?? '').trim());
const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(read('grafana/muniment.json'));
const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const expressions = [...alertExpressions, ...panelExpressions];

const FUNCTIONS = /^(?:sum|max|rate|increase|min_over_time|absent|histogram_quantile|topk|by|offset|le)$/;

/** Returns the metrics in an expression, and the labels by which it selects and groups. */
function partsOf(expression: string): { metrics: string[]; labels: string[] } {
  const labels = [
    ...[...expression.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
  ];
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\bby \([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\boffset \w+/g, '');
  const metrics = [...bare.matchAll(/\b[a-z]\w*/gi)]
    .map(([name]) => name)
    .filter((name) => !FUNCTIONS.test(name));
  return { metrics, labels };
}

let text: string;
beforeAll(async () => {
  const testApp = await openTestApp();
  const user = await testApp.user();
  const folder = await user.folder();
  await user.file({ folderId: folder.id });
  await user.get(`/api/folders/${folder.id}`);
  await testApp.anonymous.post('/api/login', { username: 'nobody', password: 'wrong password' });
  await testApp.finishJobs();
  const { id } = await user.file();
  await rm(join(testApp.dataDir, 'objects'), { recursive: true });
  await user.get(`/api/files/${id}/download`);
  await vi.waitFor(async () => expect((await testApp.anonymous.get('/readyz')).status).toBe(200));
  text = String((await testApp.anonymous.get('/metrics')).body);
  await testApp.close();
}, 60_000);

/** Prometheus adds these to every series of a target. */
const TARGET_LABELS = ['job', 'instance'];

test('every expression was found', () => {
  expect(alertExpressions.length).toBe(read('prometheus/alerts.yml').match(/- alert:/g)?.length);
  expect(panelExpressions.length).toBeGreaterThan(25);
});

test.each(expressions)('the app serves each metric and label of %s', (expression) => {
  const { metrics, labels } = partsOf(expression);
  const served = metrics.filter((name) => !ELSEWHERE.has(name));
  for (const name of served) expect(text).toMatch(new RegExp(`^(?:# TYPE ${name} |${name}[{ ])`, 'm'));
  const series = text.split('\n').filter((line) => served.some((name) => line.startsWith(`${name}{`)));
  const names = new Set(
    series.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label)),
  );
  if (series.length === 0) return;
  for (const label of labels) if (!TARGET_LABELS.includes(label)) expect([...names]).toContain(label);
});

test('what is the same on every node is never summed over nodes', () => {
  const shared = new Set([...text.matchAll(/^(\w+)\{.*scope="installation"/gm)].map(([, name = '']) => name));
  expect([...shared].toSorted()).toEqual([
    'audit_chain_position',
    'jobs',
    'jobs_oldest_wait_seconds',
    'jobs_quarantined',
    'jobs_waiting',
    'sessions',
  ]);
  for (const expression of expressions)
    if (partsOf(expression).metrics.some((name) => shared.has(name))) expect(expression).toMatch(/^max\b/);
});
