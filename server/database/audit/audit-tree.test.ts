import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '#server/app/audit.ts';
import { systemContext } from '#server/app/context.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { Database } from '../open-database.ts';
import { catchUpAuditTree, isStored, leafOfRow, readTree } from './audit-tree.ts';
import { appendLeaves, EMPTY_TREE, rootHash } from './merkle-tree.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

async function openLog(rows = 11): Promise<TestApp> {
  const testApp = await openTestApp({ maxConnections: 10 });
  onTestFinished(() => testApp.close());
  while ((await readHead(testApp)).position < rows) await ask(testApp);
  return testApp;
}

const database = ({ server }: TestApp): Database => server.services.db;
const readHead = (testApp: TestApp) =>
  database(testApp).selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
const ask = ({ server }: TestApp) => audit(systemContext(server.services), { action: 'search.ask' });
const verify = ({ server }: TestApp) => verifyAuditLog(server.services.db, server.services.signingKeys);

/** The tree as it was before the last rows, like that of a log that a node of an older version went on with. */
async function rewindTree(testApp: TestApp, size: number): Promise<void> {
  const db = database(testApp);
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('position').limit(size).execute();
  const { tree, nodes } = appendLeaves(EMPTY_TREE, rows.map(leafOfRow));
  await db.deleteFrom('audit_tree_nodes').execute();
  for (const { level, index, hash } of nodes.filter(isStored))
    await db.insertInto('audit_tree_nodes').values({ level, node_index: index, hash }).execute();
  const text = Buffer.concat(tree.subtrees).toString('hex');
  await db.updateTable('audit_head').set({ tree_size: size, tree_nodes: text }).execute();
}

async function expectWholeTree(testApp: TestApp): Promise<void> {
  const head = await readHead(testApp);
  expect(head.tree_size).toBe(head.position);
  const rows = await database(testApp).selectFrom('audit_log').selectAll().orderBy('position').execute();
  const computed = rootHash(appendLeaves(EMPTY_TREE, rows.map(leafOfRow)).tree);
  expect(rootHash(readTree(head) ?? EMPTY_TREE).equals(computed)).toBe(true);
  expect(await verify(testApp)).toMatchObject({ verifiedRows: head.position, problem: undefined });
}

test('the tree grows with the log, also when many requests append at once', async () => {
  const testApp = await openLog();
  await Promise.all(Array.from({ length: 10 }, () => ask(testApp)));
  await expectWholeTree(testApp);
});

test.for([0, 5, 10])('the next row catches up with a tree of %i of 11 rows', async (size) => {
  const testApp = await openLog();
  await rewindTree(testApp, size);
  expect(await verify(testApp)).toMatchObject({ verifiedRows: 11, problem: undefined });
  await ask(testApp);
  await expectWholeTree(testApp);
});

test('the start catches up with rows of an older version, however many', async () => {
  const testApp = await openLog();
  await rewindTree(testApp, 3);
  const { db, now } = testApp.server.services;
  await catchUpAuditTree(db, now);
  await expectWholeTree(testApp);
});

test('a tree that does not fit the log neither stops the log nor the start', async () => {
  const testApp = await openLog();
  const db = database(testApp);
  for (const damage of [{ tree_size: 500 }, { tree_size: 4, tree_nodes: 'no hash' }]) {
    await db.updateTable('audit_head').set(damage).execute();
    await ask(testApp);
    await catchUpAuditTree(db, testApp.server.services.now);
    expect(await readHead(testApp)).toMatchObject(damage);
    expect((await verify(testApp)).problem).toMatch(/^row \d+: the tree/);
  }
});

describe('verification', () => {
  const DAMAGES: [string, (db: Database) => Promise<unknown>, RegExp][] = [
    [
      'a changed subtree',
      (db) =>
        db
          .updateTable('audit_tree_nodes')
          .set({ hash: Buffer.alloc(32) })
          .where('level', '=', 3)
          .execute(),
      /^row 8: the tree does not contain it/,
    ],
    [
      'a missing node',
      (db) => db.deleteFrom('audit_tree_nodes').where('level', '=', 1).where('node_index', '=', 1).execute(),
      /^row 4: the tree does not contain it/,
    ],
    [
      'a changed end',
      (db) => sql`update audit_head set tree_nodes = ${'0'.repeat(3 * 64)}`.execute(db),
      /^row 11: the tree does not end with it/,
    ],
  ];
  test.for(DAMAGES)('verification finds %s of the tree', async ([, damage, problem]) => {
    const testApp = await openLog();
    await damage(database(testApp));
    expect((await verify(testApp)).problem).toMatch(problem);
  });
});
