import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';
import { releaseUnusedBlobs } from './blobs-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('the cleaning keeps the documents of terms, also of earlier versions', async ({ testApp }) => {
  const owner = await testApp.user();
  const asFile = (value: string) => ({ name: 'file', value, filename: 'nda.txt' });
  const { body: terms } = await owner.form('/api/terms', [{ name: 'name', value: 'NDA' }, asFile('One')]);
  await owner.form(`/api/terms/${terms.id}/versions`, [asFile('Two')]);
  const { db, now } = testApp.server.services;
  const later = now() + 10 * DAY_MS;
  await releaseUnusedBlobs(db, '', { madeBefore: later, now: later });
  const keys = db.selectFrom('terms_versions').select('blob_key').where('terms_id', '=', terms.id);
  expect(await db.selectFrom('blobs').select('key').where('key', 'in', keys).execute()).toHaveLength(2);
  expect((await owner.get(`/api/terms/${terms.id}/document`)).bytes.toString()).toBe('Two');
});
