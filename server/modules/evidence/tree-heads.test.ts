import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { readTree } from '#server/database/audit/audit-tree.ts';
import { rootHash } from '#server/database/audit/merkle-tree.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { findAuditHead } from './queries.ts';
import { download, takeReceipt, verifyFiles } from './testing/verify-files.ts';

const hashNode = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from([1]), left, right]))
    .digest();

/** Verifies a consistency proof as RFC 9162, section 2.1.4.2, describes it. Returns the two roots that it leads to. */
function rootsOfConsistency(from: number, to: number, path: readonly Buffer[], oldRoot: Buffer): Buffer[] {
  const isPowerOfTwo = Number.isInteger(Math.log2(from));
  const [seed, ...steps] = isPowerOfTwo ? [oldRoot, ...path] : path;
  if (!seed) return [];
  let [node, last, older, newer] = [from - 1, to - 1, seed, seed];
  while (node % 2 === 1) [node, last] = [(node - 1) / 2, Math.floor(last / 2)];
  for (const step of steps) {
    if (node % 2 === 1 || node === last) {
      [older, newer] = [hashNode(step, older), hashNode(step, newer)];
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else newer = hashNode(newer, step);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? [older, newer] : [];
}

test('every entry has a proof, and each later log continues the earlier ones', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const { db } = testApp.server.services;
  const roots = new Map<number, Buffer>();
  while (roots.size < 9) {
    await admin.folder(`Folder ${roots.size}`);
    const head = await findAuditHead(db);
    const tree = readTree(head);
    if (tree) roots.set(tree.size, rootHash(tree));
  }
  const keys = await download(admin, '/api/evidence/key');
  const newest = Math.max(...roots.keys());
  for (let position = 1; position <= newest; position += 1) {
    const proof = await download(admin, `/api/admin/audit/${position}/proof`);
    expect(await verifyFiles(keys, proof)).toEqual([expect.stringMatching(/^valid: Signed by key/)]);
    const wrong = proof.replace(`"position":${position}`, `"position":${(position % newest) + 1}`);
    expect(await verifyFiles(keys, wrong)).toEqual([expect.stringMatching(/^invalid: /)]);
  }
  for (const [from, oldRoot] of roots)
    for (const [to, newRoot] of roots) {
      const { status, body } = await admin.get(`/api/evidence/consistency?from=${from}&to=${to}`);
      expect(status).toBe(from > to ? 400 : 200);
      if (from >= to) continue;
      const path = body.path.map((hash: string) => Buffer.from(hash, 'hex'));
      expect(rootsOfConsistency(from, to, path, oldRoot)).toEqual([oldRoot, newRoot]);
    }
  for (const url of [
    `/api/admin/audit/${newest + 100}/proof`,
    `/api/admin/audit/2/proof?treeSize=1`,
    `/api/evidence/consistency?from=1&to=${newest + 100}`,
  ]) {
    const { status, body } = await admin.get(url);
    expect([status, body.error]).toEqual([404, 'The audit log has no such entry.']);
  }
});

test('a tree head is signed every hour with new entries', { tags: ['sqlite'] }, async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  expect((await admin.get('/api/evidence/tree-head')).status).toBe(404);
  await testApp.finishJobs();
  const { body: first } = await admin.get('/api/evidence/tree-head');
  expect((await admin.get('/api/admin/audit/state')).body).toMatchObject({
    entries: first.treeSize,
    isSealed: true,
    treeSize: first.treeSize,
    treeHead: first,
  });
  await admin.folder();
  const { db } = testApp.server.services;
  const job = await db
    .selectFrom('jobs')
    .select('run_at')
    .where('kind', '=', 'evidence.sign-tree-head')
    .executeTakeFirstOrThrow();
  expect(job.run_at - testApp.server.services.now()).toBe(60 * 60 * 1000);

  const verify = () => verifyAuditLog(db, testApp.server.services.signingKeys);
  expect((await verify()).problem).toBeUndefined();
  await db
    .updateTable('signed_tree_heads')
    .set({ root_hash: '0'.repeat(64) })
    .execute();
  expect((await verify()).problem).toBe(
    `row ${first.treeSize}: the log up to it is not the one that was signed`,
  );
  await db.updateTable('signed_tree_heads').set({ tree_size: 500 }).execute();
  expect((await verify()).problem).toMatch(
    /^row \d+: it is missing, and so are all up to the signed row 500/,
  );
});

test('a new key is signed by the old one, and what the old one signed stays valid', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const old = await takeReceipt(admin);
  testApp.advanceClock(1_000);
  const { body: added } = await admin.post('/api/admin/signing-keys');
  const keys = await download(testApp.anonymous, '/api/evidence/key');
  const [{ id: oldId }] = JSON.parse(keys).keys;
  const fresh = await takeReceipt(admin);
  expect(await verifyFiles(keys, old, fresh)).toEqual([
    `valid: Signed by key ${oldId}, replaced on 2026-11-20.`,
    `valid: Signed by key ${added.id}.`,
  ]);
  const forged = JSON.parse(keys);
  forged.keys[1].previousSignature = forged.keys[1].previousSignature.replace(/^./, (sign: string) =>
    sign === 'A' ? 'B' : 'A',
  );
  expect(await verifyFiles(JSON.stringify(forged), fresh)).toEqual([
    `invalid: Signed by an unknown key ${added.id}.`,
  ]);
  const events = (await admin.get('/api/admin/audit?action=keys.sign')).body;
  expect(events).toMatchObject([{ details: { key: added.id, previousKey: oldId } }]);
});
