import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';
import { longestStep } from '#server/testing/timing/longest-step.ts';

const FOLDERS = 100;
const LINES = 10_000;

test('an index of 10,000 lines takes at most 3 seconds as XLSX and holds nobody up', {
  tags: ['full'],
  timeout: 120_000,
}, async ({ testApp }) => {
  const owner = await testApp.user();
  const root = await owner.folder('Large');
  await owner.post('/api/rooms', { folderId: root.id });
  const { db } = testApp.server.services;
  const insert = async (parentIds: readonly number[], count: number) => {
    const ids: number[] = [];
    for (const parent_id of parentIds) {
      const rows = Array.from({ length: count }, (_, at) => ({
        name: `Folder ${at}`,
        parent_id,
        owner_id: owner.id,
        created_at: at,
        deleted_at: null,
      }));
      ids.push(
        ...(await db.insertInto('folders').values(rows).returning('id').execute()).map(({ id }) => id),
      );
    }
    return ids;
  };
  await insert(await insert([root.id], FOLDERS), LINES / FOLDERS - 1);
  // The first export loads code.
  await owner.get(`/api/rooms/${root.id}/index`);
  const before = process.cpuUsage();
  const longest = await longestStep(async () =>
    expect((await owner.get(`/api/rooms/${root.id}/index`)).status).toBe(200),
  );
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(3);
  expect(longest).toBeLessThan(60);
  const { bytes } = await owner.get(`/api/rooms/${root.id}/index?format=pdf`);
  expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(100);
});
