import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { verifyAuditLog } from './audit/verify-audit-log.ts';
import type { DatabaseEngine } from './database-engine.ts';
import { migrate } from './migrate.ts';
import { createInitialSchema } from './migrations/0001-initial/initial-migration.ts';
import { type Database, openDatabase } from './open-database.ts';
import {
  extractReleaseFixture,
  FIXTURE_ADMIN,
  FIXTURE_COLLABORATOR,
  FIXTURE_FILES,
  FIXTURE_FOLDERS,
  FIXTURE_VISITOR_EMAIL,
} from './testing/release-fixture.ts';

const listSchema = async (db: Database): Promise<unknown[]> => {
  const { rows } = await sql`
    select type, name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'
    order by type, name`.execute(db);
  return rows;
};

/** SHA-256 of the statements of the first migration, whose effect on PostgreSQL no fixture shows. */
async function hashInitialMigration(engine: DatabaseEngine): Promise<string> {
  const hash = createHash('sha256');
  const db = new Kysely<unknown>({
    dialect:
      engine === 'postgres'
        ? {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (each) => new PostgresIntrospector(each),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          }
        : {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (each) => new SqliteIntrospector(each),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          },
    log({ query }) {
      hash.update(`${query.sql}\n${JSON.stringify(query.parameters)}\n`);
    },
  });
  await createInitialSchema(db, engine);
  return hash.digest('hex');
}

describe('the first migration', () => {
  // It is released: databases have its schema, so every change of the schema is a further migration.
  test.each([
    ['sqlite', 'a57b7fd046b3c0bd2c46b75183cd65296c182de847687d7a2c55803414e16a4f'],
    ['postgres', '0ea1f848b11586429395b2c474afa55dd9e1d8fd496928c08b696ee358e12152'],
  ] as const)('the first migration runs the released statements on %s', async (engine, released) => {
    expect(await hashInitialMigration(engine)).toBe(released);
  });

  test('the first migration creates the schema that a database of version 0.1.0 has', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'muniment-fixture-'));
    await extractReleaseFixture('0.1.0', directory);
    const released = openDatabase({ engine: 'sqlite', file: join(directory, 'muniment.db') });
    const created = openDatabase({ engine: 'sqlite', file: ':memory:' });
    await migrate(created.db, 'sqlite', '0001-initial');
    expect(await listSchema(released.db)).toEqual(await listSchema(created.db));
    await Promise.all([released.db.destroy(), created.db.destroy()]);
    await rm(directory, { recursive: true });
  });
});

describe('a migrated database of version 0.1.0', () => {
  let directory: string;
  let testApp: TestApp;
  let admin: TestClient;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'muniment-fixture-'));
    await extractReleaseFixture('0.1.0', directory);
    testApp = await openTestApp({ dataDir: directory });
    admin = await signIn(FIXTURE_ADMIN);
  });
  afterAll(async () => {
    await testApp.close();
    await rm(directory, { recursive: true });
  });

  async function signIn({ username, password }: { username: string; password: string }): Promise<TestClient> {
    const client = createTestClient(testApp.server.http);
    expect((await client.post('/api/login', { username, password })).status).toBe(200);
    return client;
  }

  const listFiles = () =>
    testApp.server.services.db.selectFrom('files').select(['id', 'name']).orderBy('id').execute();

  test('the audit log of version 0.1.0 has a valid chain and seal', async () => {
    const { db, signingKeys } = testApp.server.services;
    const { verifiedRows, problem } = await verifyAuditLog(db, signingKeys);
    expect(problem).toBeUndefined();
    expect(verifiedRows).toBeGreaterThan(FIXTURE_FILES.length);
  });

  test('the users of version 0.1.0 sign in with their passwords', async () => {
    const collaborator = await signIn(FIXTURE_COLLABORATOR);
    expect((await collaborator.get('/api/user')).body).toMatchObject({
      username: FIXTURE_COLLABORATOR.username,
      email: FIXTURE_COLLABORATOR.email,
    });
  });

  test('the folders of version 0.1.0 keep their place and the access granted to them', async () => {
    const rows = await testApp.server.services.db
      .selectFrom('folders as child')
      .innerJoin('folders as parent', 'parent.id', 'child.parent_id')
      .select(['child.id', 'child.name as child', 'parent.name as parent'])
      .execute();
    expect(rows).toMatchObject([FIXTURE_FOLDERS]);
    const collaborator = await signIn(FIXTURE_COLLABORATOR);
    expect((await collaborator.get(`/api/folders/${rows[0]?.id}`)).status).toBe(200);
  });

  test('the files of version 0.1.0 keep their content', async () => {
    const files = await listFiles();
    expect(files.map(({ name }) => name)).toEqual(FIXTURE_FILES.map(({ name }) => name));
    for (const [index, { id }] of files.entries()) {
      const { status, bytes } = await admin.get(`/api/files/${id}/download`);
      expect(status).toBe(200);
      expect(bytes.toString()).toBe(FIXTURE_FILES[index]?.content);
    }
  });

  test('the invitations of version 0.1.0 are kept', async () => {
    const { body } = await admin.get('/api/invitations');
    expect(JSON.stringify(body)).toContain(FIXTURE_VISITOR_EMAIL);
  });

  test.each([
    ['capercaillie agreement', FIXTURE_FILES[0].name],
    ['kittiwake annex', FIXTURE_FILES[1].name],
  ])('a search for "%s" finds the extracted texts of version 0.1.0', async (query, fileName) => {
    await testApp.finishJobs();
    await vi.waitFor(
      async () => {
        const { body } = await admin.get(`/api/search?query=${encodeURIComponent(query)}`);
        expect(body.documentInfo?.fileName).toBe(fileName);
      },
      { timeout: 30_000 },
    );
  });
});
