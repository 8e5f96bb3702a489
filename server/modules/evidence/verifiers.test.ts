import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { hashAuditRow, sealOf } from '#server/database/audit/audit-chain.ts';
import { catchUpAuditTree } from '#server/database/audit/audit-tree.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { openTestApp, type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { signTreeHead } from './sign-tree-head.ts';
import { hasPython } from './testing/has-python.ts';
import { download, takeReceipt, verifyFiles } from './testing/verify-files.ts';

const NO_TREE_HEAD = 'invalid: The audit log does not contain this tree head. History has been rewritten.';
const run = promisify(execFile);

/** Rewrites the action of an early entry with the master key in hand: rows, chain, seal, tree and signed heads. */
async function rewriteHistory({ server }: TestApp): Promise<void> {
  const { db, signingKeys, now } = server.services;
  const isPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';
  const triggers = isPostgres
    ? ['audit_log_rejects_change on audit_log', 'audit_log_rejects_update on audit_log']
    : ['audit_log_rejects_update', 'audit_log_rejects_delete'];
  for (const trigger of triggers) await sql`drop trigger ${sql.raw(trigger)}`.execute(db);
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('position').execute();
  let hash = rows[0]?.previous_hash ?? '';
  for (const row of rows) {
    const action = row.position === 2 ? 'file.view' : row.action;
    const next = { ...row, action, previous_hash: hash };
    hash = hashAuditRow(next);
    await db
      .updateTable('audit_log')
      .set({ action, previous_hash: next.previous_hash, hash })
      .where('position', '=', row.position)
      .execute();
  }
  const head = { position: rows.length, hash };
  await db
    .updateTable('audit_head')
    .set({ ...head, seal: sealOf(signingKeys, head), tree_size: 0, tree_nodes: '' })
    .execute();
  await db.deleteFrom('signed_tree_heads').execute();
  await catchUpAuditTree(db, now);
  await signTreeHead(systemContext(server.services));
}

async function collect(testApp: TestApp) {
  const admin = await testApp.user({ isAdmin: true });
  await admin.folder('Zürich “north” 😀');
  const receipt = await takeReceipt(admin);
  await admin.folder('Later');
  const keys = await download(admin, '/api/evidence/key');
  return { admin, receipt, keys, exported: await download(admin, '/api/admin/audit/export') };
}

test('one old receipt shows that history was rewritten with the master key', async ({ testApp }) => {
  const { admin, receipt, keys, exported } = await collect(testApp);
  expect(await verifyFiles(keys, receipt, exported)).toEqual([
    expect.stringMatching(/^valid: Signed by key/),
    expect.stringMatching(/^valid: \d+ entries, chain whole/),
  ]);
  await rewriteHistory(testApp);
  const { db, signingKeys } = testApp.server.services;
  expect(await verifyAuditLog(db, signingKeys)).toMatchObject({ problem: undefined });
  const rewritten = await download(admin, '/api/admin/audit/export');
  expect(await verifyFiles(keys, receipt, rewritten)).toEqual([
    NO_TREE_HEAD,
    expect.stringMatching(/^valid: \d+ entries, chain whole/),
  ]);
});

test('every changed letter of a receipt is found', async ({ testApp }) => {
  const { receipt, keys } = await collect(testApp);
  for (let at = 0; at < receipt.length; at += 1) {
    const other = receipt[at] === 'a' ? 'b' : 'a';
    const [result] = await verifyFiles(keys, receipt.slice(0, at) + other + receipt.slice(at + 1));
    expect(`${at} ${result}`).toMatch(/^\d+ invalid: /);
  }
});

test('a receipt of another installation has an unknown key, and a cut export is no log', async ({
  testApp,
}) => {
  const { receipt, exported } = await collect(testApp);
  const other = await openTestApp();
  onTestFinished(() => other.close());
  const foreign = await download(other.anonymous, '/api/evidence/key');
  const { id } = JSON.parse(receipt).key;
  expect(await verifyFiles(foreign, receipt)).toEqual([`invalid: Signed by an unknown key ${id}.`]);
  const lines = exported.split('\n');
  const cut = [...lines.slice(0, 1), ...lines.slice(2)].join('\n');
  expect(await verifyFiles(cut)).toEqual([
    expect.stringMatching(/^invalid: The export is filtered or its end/),
  ]);
  expect(await verifyFiles('a letter')).toEqual([expect.stringMatching(/^invalid: This is no receipt/)]);
});

test('the downloaded script and page verify without the server', async ({ testApp }) => {
  const { receipt, keys, exported } = await collect(testApp);
  const page = await testApp.anonymous.get('/api/evidence/verifier?format=html');
  expect(page.headers['content-disposition']).toMatch(/^attachment/);
  expect(page.body).toContain('export async function verify(');
  expect(page.body).not.toMatch(/(?:src|href)=/);
  const script = await download(testApp.anonymous, '/api/evidence/verifier?format=mjs');
  // Short enough to be read by somebody who does not trust it.
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(620);
  const folder = await mkdtemp(join(tmpdir(), 'muniment-verifier-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const files = [
    await write('verifier.mjs', script),
    await write('keys.json', keys),
    await write('receipt.json', receipt),
    await write('log.jsonl', exported),
  ];
  const { stdout } = await run(process.execPath, files);
  expect(stdout).toMatch(/receipt\.json: valid: .*\n.*log\.jsonl: valid: /);
  await writeFile(files[2] ?? '', receipt.replace('request', 'requesT'));
  await expect(run(process.execPath, files)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('invalid: The signature does not match the statement.'),
  });
});

test.runIf(hasPython())(
  'a second verifier, written in Python from the format alone, agrees',
  async ({ testApp }) => {
    const { admin, receipt, keys, exported } = await collect(testApp);
    const folder = await mkdtemp(join(tmpdir(), 'muniment-verifier-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const verify = async (...texts: string[]): Promise<string> => {
      const paths = texts.map((_, place) => join(folder, String(place)));
      for (const [place, path] of paths.entries()) await writeFile(path, texts[place] ?? '');
      const program = join(import.meta.dirname, 'testing/verify_evidence.py');
      return (await run('python3', [program, ...paths])).stdout.trim();
    };
    expect(await verify(keys, receipt, exported)).toBe('valid');
    expect(await verify(keys, receipt.replace('request', 'requesT'))).toMatch(
      /^The signature does not match/,
    );
    const unknown = keys.replaceAll(JSON.parse(receipt).key.id, '0000000000000000');
    expect(await verify(unknown, receipt)).toBe('Signed by an unknown key');
    await rewriteHistory(testApp);
    const rewritten = await download(admin, '/api/admin/audit/export');
    expect(await verify(keys, receipt, rewritten)).toBe('History has been rewritten');
  },
);
