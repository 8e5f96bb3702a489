import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { runScript } from '../command-line/testing/run-script.ts';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await openTestApp({ startsAt: Date.now() });
});
afterEach(() => testApp.close());

const fsck = () => runScript('fsck', [], { DATA_DIR: testApp.dataDir });
const pathOf = (key: string) => join(testApp.dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key);

async function uploaded(name: string): Promise<{ id: number; key: string }> {
  const { id } = await (await testApp.user()).file({ name, content: name.repeat(50_000) });
  await testApp.finishJobs();
  const { blob_key } = await testApp.server.services.db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, key: blob_key };
}

/** Writes into the database as none of the product's code would. */
function tamper(statement: string): void {
  const database = new SqliteDatabase(join(testApp.dataDir, 'muniment.db'));
  database.pragma('foreign_keys = OFF');
  database.exec(statement);
  database.close();
}

test('an intact installation has no problems, also while its server runs', async () => {
  await uploaded('one.bin');
  await uploaded('two.bin');
  expect(await fsck()).toEqual({ code: 0, out: '2 files, 2 objects, 0 problems\n', err: '' });
});

test('a flipped bit, a missing object and an orphaned one are found, each in a line of its own', async () => {
  const [flipped, missing] = [await uploaded('flipped.bin'), await uploaded('missing.bin')];
  await uploaded('whole.bin');
  const bytes = await readFile(pathOf(flipped.key));
  bytes.writeUInt8(bytes.readUInt8(100_000) ^ 1, 100_000);
  await writeFile(pathOf(flipped.key), bytes);
  await rm(pathOf(missing.key));
  const [orphan = '', inFlight = ''] = [1, 2].map(() => randomBytes(32).toString('hex'));
  for (const key of [orphan, inFlight]) {
    await mkdir(dirname(pathOf(key)), { recursive: true });
    await writeFile(pathOf(key), 'x');
  }
  const yesterday = Date.now() / 1000 - 25 * 60 * 60;
  await utimes(pathOf(orphan), yesterday, yesterday);
  const { code, out } = await fsck();
  const lines = out.trimEnd().split('\n');
  expect(lines.slice(0, -1).toSorted()).toEqual(
    [
      `object ${flipped.key}: damaged (file ${flipped.id})`,
      `object ${missing.key}: missing (file ${missing.id})`,
      `object ${orphan}: no row names it`,
    ].toSorted(),
  );
  expect([lines.at(-1), code]).toEqual(['3 files, 4 objects, 3 problems', 1]);
});

test('the object of what was deleted permanently is no problem until its removal', async () => {
  const { id, key } = await uploaded('purged.bin');
  const { db } = testApp.server.services;
  await db.deleteFrom('files').where('id', '=', id).execute();
  await db.insertInto('unreferenced_objects').values({ key, unreferenced_at: Date.now() }).execute();
  await db.deleteFrom('blobs').where('key', '=', key).execute();
  const yesterday = Date.now() / 1000 - 25 * 60 * 60;
  await utimes(pathOf(key), yesterday, yesterday);
  expect(await fsck()).toEqual({ code: 0, out: '0 files, 1 objects, 0 problems\n', err: '' });
});

test('an object that decrypts but differs from the upload is found', async () => {
  const { id, key } = await uploaded('one.bin');
  tamper(`update blobs set sha256 = '${'0'.repeat(64)}' where key = '${key}'`);
  expect((await fsck()).out).toContain(`object ${key}: not what was uploaded (file ${id})`);
});

test('cycles of folders, files without blob or folder and sizes that differ are found', async () => {
  const owner = await testApp.user();
  const folders = [await owner.folder('a'), await owner.folder('b'), await owner.folder('c')] as const;
  const below = await owner.folder('below', folders[0].id);
  const [bare, lost, long] = [await uploaded('bare'), await uploaded('lost'), await uploaded('long')];
  tamper(`
    update folders set parent_id = ${folders[1].id} where id = ${folders[0].id};
    update folders set parent_id = ${folders[0].id} where id = ${folders[1].id};
    update folders set parent_id = 9999 where id = ${folders[2].id};
    delete from blobs where key = '${bare.key}';
    update files set folder_id = 9999 where id = ${lost.id};
    update files set size = size + 1 where id = ${long.id};`);
  const { code, out } = await fsck();
  expect(code).toBe(1);
  for (const line of [
    ...[...folders, below].map(({ id }) => `folder ${id}: it is not below the root`),
    `file ${bare.id}: it has no blob`,
    `file ${lost.id}: its folder is not there`,
    `file ${long.id}: its size is not its blob's`,
    'table files: 1 rows refer to rows of blobs that are not there',
  ])
    expect(out.split('\n')).toContain(line);
});

test('a database without an installation, or of another version, is reported in one line', async () => {
  for (const env of [
    { DATA_DIR: join(testApp.dataDir, 'nowhere') },
    { DATA_DIR: testApp.dataDir, PORT: 'http' },
  ]) {
    const { code, out, err } = await runScript('fsck', [], env);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^[^\n]+\n$/);
  }
  tamper('delete from kysely_migration');
  expect((await fsck()).err).toMatch(/^[^\n]*start the server once[^\n]*\n$/);
});

test('a room archive without its bytes is found', async () => {
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder('Deal');
  await owner.post('/api/rooms', { folderId });
  const { body } = await owner.post(`/api/rooms/${folderId}/archives`, { scope: 'room', format: 'zip' });
  await testApp.finishJobs();
  const { blob_key } = await testApp.server.services.db
    .selectFrom('room_archives')
    .select('blob_key')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  await rm(pathOf(blob_key ?? ''));
  expect((await fsck()).out).toBe(
    `object ${blob_key}: missing (room archive ${body.id})\n0 files, 0 objects, 1 problems\n`,
  );
});
