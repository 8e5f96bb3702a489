import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';
import { hashSlug } from '../slug.ts';

const SLUG_GUESSES = 1_000_000;
/** Hashes that one query looks up. */
const BATCH_SIZE = 1_000;

// Counts lookups in the database: of requests, the limit of the network refuses all but the first fifty.
test('of a million random slugs none opens a link', { tags: ['full'], timeout: 600_000 }, async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const folder = await owner.folder();
  await owner.post('/api/links', { name: 'L', targets: [{ kind: 'folder', id: folder.id }] });
  const { db } = testApp.server.services;
  let opened = 0;
  for (let guess = 0; guess < SLUG_GUESSES; guess += BATCH_SIZE) {
    const hashes = Array.from({ length: BATCH_SIZE }, () => hashSlug(randomBytes(16).toString('base64url')));
    const found = await db.selectFrom('links').select('id').where('slug_hash', 'in', hashes).execute();
    opened += found.length;
  }
  expect(opened).toBe(0);
});
