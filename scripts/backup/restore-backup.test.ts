import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '#server/app/config.ts';
import { objectFormat } from '#server/engines/storage/object-storage.ts';
import { isFullRun } from '#server/testing/run-count.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createBackup } from './create-backup.ts';
import { deriveArchiveKey, readHeader, serializeHeader } from './format/archive-header.ts';
import { readArchive } from './format/read-archive.ts';
import { type EntryToWrite, writeArchive } from './format/write-archive.ts';
import { restoreBackup } from './restore-backup.ts';

let testApp: TestApp;
let folder: string;
let good: string;
let masterKey: Buffer;
beforeAll(async () => {
  testApp = await openTestApp({ startsAt: Date.now() });
  const owner = await testApp.user();
  for (const name of ['one', 'two', 'three']) await owner.file({ name, content: name.repeat(50_000) });
  folder = await mkdtemp(join(tmpdir(), 'muniment-archive-'));
  good = join(folder, 'good.backup');
  await createBackup(testApp.server.services.config, good, asFound);
  masterKey = Buffer.from(await readFile(join(testApp.dataDir, 'master.key'), 'utf8'), 'base64');
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true });
});

const damaged: string[] = [];
const watch = { onProgress() {}, onDamage: (key: string) => void damaged.push(key) };
const asFound = { ...watch, withoutKey: false, recipients: [], signal: new AbortController().signal };

/** Restores beside the existing files of the folder, which must be unchanged afterwards. */
async function restore(file: string, options: { acceptsDamage?: boolean; config?: Partial<Config> } = {}) {
  const config = {
    ...testApp.server.services.config,
    dataDir: join(folder, 'data', 'dir'),
    ...options.config,
  };
  return restoreBackup(config, file, {
    ...watch,
    acceptsDamage: options.acceptsDamage ?? false,
    keepsLinks: false,
    identityFile: undefined,
  });
}

async function expectNothingWritten(before: string[]): Promise<void> {
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(before);
}
const listing = async (): Promise<string[]> => (await readdir(folder, { recursive: true })).toSorted();

/** Writes the entries of the valid archive, changed on the way, into a new one that is sealed with the right key. */
async function writeForgedArchive(
  name: string,
  change: (entries: EntryToWrite[]) => EntryToWrite[],
): Promise<string> {
  const start = await readHeader(good);
  const entries: EntryToWrite[] = [];
  for await (const entry of readArchive(good, start, masterKey)) {
    if (entry.kind !== 'object') entries.push({ entry });
    else {
      const { content, ...object } = entry;
      const bytes = Buffer.concat(await Array.fromAsync(content));
      entries.push({ entry: object, content: toStream(bytes) });
    }
  }
  const { format: _same, salt: _new, ...header } = start.header;
  const file = join(folder, name);
  await writeArchive(file, header, masterKey, toStream(...change(entries)));
  return file;
}

async function* toStream<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

test('an archive that is cut off anywhere is refused, and nothing is written', async () => {
  const { length } = await readFile(good);
  const cut = join(folder, 'cut.backup');
  await copyFile(good, cut);
  for (const end of [length - 1, length - 20_000, Math.floor(length / 2), 700, 100, 0]) {
    await truncate(cut, end);
    const before = await listing();
    await expect(restore(cut), `cut at ${end}`).rejects.toThrow(/is damaged|is not a backup/);
    await expectNothingWritten(before);
  }
});

test('a changed bit anywhere is detected, and nothing is written', async () => {
  const bytes = await readFile(good);
  const changed = join(folder, 'changed.backup');
  for (const share of [0.001, 0.1, 0.5, 0.9, 1]) {
    const at = Math.floor((bytes.length - 1) * share);
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    await writeFile(changed, copy);
    const before = await listing();
    await expect(restore(changed), `bit at ${at}`).rejects.toThrow();
    await expectNothingWritten(before);
  }
});

test('the master key of another installation is refused, and a missing one is requested', async () => {
  const before = await listing();
  await expect(
    restore(good, { config: { masterKey: Buffer.alloc(32, 1).toString('base64') } }),
  ).rejects.toThrow('The master key does not match');
  const closed = join(folder, 'closed.backup');
  await createBackup(testApp.server.services.config, closed, { ...asFound, withoutKey: true });
  await expect(restore(closed)).rejects.toThrow('cannot be read without its master key');
  expect((await readFile(closed, 'latin1')).includes(masterKey.toString('base64'))).toBe(false);
  await rm(closed);
  await expectNothingWritten(before);
});

const row = (table: string, values: Record<string, string | number | null>): EntryToWrite => ({
  entry: { kind: 'row', table, row: values },
});
const isEnd = ({ entry }: EntryToWrite) => entry.kind === 'end';
/** Inserts entries before the end, which then counts them too. */
const insertEntries =
  (...more: EntryToWrite[]) =>
  (entries: EntryToWrite[]): EntryToWrite[] => {
    const end = entries.find(isEnd)?.entry;
    if (end?.kind !== 'end') throw new Error('no end');
    const sequences = entries.filter(({ entry }) => entry.kind === 'sequence');
    const others = entries.filter((each) => !isEnd(each) && each.entry.kind !== 'sequence');
    return [...others, ...more, ...sequences, { entry: { ...end, rows: end.rows + more.length } }];
  };
const MALICIOUS_CHANGES: Record<string, (entries: EntryToWrite[]) => EntryToWrite[]> = {
  'more rows than declared': (entries) =>
    entries.flatMap((each) =>
      isEnd(each) ? [row('system_settings', { name: 'x', value: '1' }), each] : [each],
    ),
  'an object more than declared': (entries) => [...entries.slice(0, 1), ...entries],
  'no end': (entries) => entries.filter((each) => !isEnd(each)),
  'something after the end': (entries) => [...entries, ...entries.filter(isEnd)],
  'an object named like a path': (entries) =>
    entries.map((each) =>
      'content' in each ? { ...each, entry: { ...each.entry, key: '../../../outside' } } : each,
    ),
  'an unknown table': insertEntries(row('kysely_migration', { name: 'x', timestamp: 'y' })),
  'a table name with a statement': insertEntries(row('users"; drop table users; --', { id: 1 })),
  'a column that is none of the table': insertEntries(row('system_settings', { 'name") --': 'x' })),
  sessions: insertEntries(row('sessions', { token_hash: 'x' })),
  'a row without what it refers to': insertEntries(
    row('collaborators', { folder_id: 9_999, user_id: 9_999, created_at: 0 }),
  ),
  'no rows': (entries) =>
    entries
      .filter(({ entry }) => entry.kind !== 'row' || entry.table !== 'installation_properties')
      .map((each) =>
        each.entry.kind === 'end' ? { entry: { ...each.entry, rows: each.entry.rows - 2 } } : each,
      ),
};

test.for(Object.keys(MALICIOUS_CHANGES))(
  'an archive with %s is refused, and nothing is written',
  async (name) => {
    const file = await writeForgedArchive(
      'hostile.backup',
      MALICIOUS_CHANGES[name] ?? ((entries) => entries),
    );
    const before = await listing();
    await expect(restore(file)).rejects.toThrow(/^[^\n]*hostile.backup is damaged or was altered: [^\n]+$/);
    await expectNothingWritten(before);
    await rm(file);
  },
);

/** Writes a tar archive of these members, encrypted with the right key behind the header of the valid archive. */
async function writeForgedTar(name: string, members: readonly TarMember[]): Promise<string> {
  const { header } = await readHeader(good);
  const tar = pack();
  for (const { text, ...member } of members) tar.entry(member, text);
  tar.finalize();
  const encrypt = objectFormat.encrypt(deriveArchiveKey(masterKey, header.salt));
  const bytes = [serializeHeader(header)];
  for await (const chunk of encrypt(tar as AsyncIterable<Buffer>)) bytes.push(chunk); // its types leave the chunks unknown
  const file = join(folder, name);
  await writeFile(file, Buffer.concat(bytes));
  return file;
}

interface TarMember {
  name: string;
  type?: 'file' | 'symlink';
  linkname?: string;
  text: string;
}

const KEY = 'a'.repeat(64);
const DESCRIPTION = JSON.stringify({ key: KEY, size: 1, sha256: '', wrappedKey: { base64: '' } });
const END = { name: 'end.json', text: '{"objects":0,"rows":0}' };

test.for<[string, TarMember[], string]>([
  ['nothing', [], 'it has no end'],
  ['an unknown file', [{ name: 'tables/../outside', text: '' }, END], 'it holds a file that no backup has'],
  [
    'a symbolic link',
    [{ name: 'objects/link', type: 'symlink', linkname: '/etc/passwd', text: '' }, END],
    'something other than files',
  ],
  [
    'a description without its object',
    [{ name: `objects/${KEY}.json`, text: DESCRIPTION }, END],
    'an object is missing',
  ],
  [
    'a description under another name',
    [{ name: `objects/${'b'.repeat(64)}.json`, text: DESCRIPTION }, END],
    'an object is misnamed',
  ],
  ['an object without a description', [{ name: `objects/${KEY}`, text: 'x' }, END], 'no backup has'],
  [
    'parts out of order',
    [{ name: 'sequences.jsonl', text: '' }, { name: 'tables/users/1.jsonl', text: '' }, END],
    'out of order',
  ],
])('an archive that holds %s is refused', async ([, members, reason]) => {
  const file = await writeForgedTar('forged.backup', members);
  await expect(restore(file)).rejects.toThrow(reason);
  await rm(file);
});

test('a member too long to be read into memory is refused', async () => {
  const endless = (async function* () {
    const { entry } = row('system_settings', { name: 'x', value: 'x'.repeat(20_000_000) });
    yield { entry } as EntryToWrite; // a row is one
  })();
  const { format: _same, salt: _new, ...header } = (await readHeader(good)).header;
  const file = join(folder, 'endless.backup');
  await writeArchive(file, header, masterKey, endless);
  await expect(restore(file)).rejects.toThrow('a file in it is too long');
  await rm(file);
});

test('an archive of a later version is refused with its version', async () => {
  const file = join(folder, 'later.backup');
  await writeFile(file, `${JSON.stringify({ format: 'muniment backup', version: 4, other: true })}\n`);
  await expect(restore(file)).rejects.toThrow('version 4');
  await rm(file);
});

test('a backup with missing objects gets another name, and the rest can be restored from it', async () => {
  const { key } = await testApp.server.services.db
    .selectFrom('blobs')
    .innerJoin('files', 'files.blob_key', 'blobs.key')
    .select('blobs.key')
    .where('files.name', '=', 'two')
    .executeTakeFirstOrThrow();
  const path = join(testApp.dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key);
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(70_000) ^ 1, 70_000);
  const ways = [() => writeFile(path, bytes), () => truncate(path, 1_000), () => rm(path)];
  for (const spoil of isFullRun ? ways : ways.slice(0, 1)) {
    await spoil();
    damaged.length = 0;
    const wanted = join(folder, 'spoilt.backup');
    const backup = await createBackup(testApp.server.services.config, wanted, asFound);
    expect(backup).toMatchObject({ file: `${wanted}.damaged`, damaged: 1 });
    expect(damaged).toEqual([key]);
    const before = await listing();
    await expect(restore(backup.file)).rejects.toThrow('lacks 1 objects');
    await expectNothingWritten(before);
    expect(await restore(backup.file, { acceptsDamage: true })).toMatchObject({ damaged: 1, files: 3 });
    await rm(join(folder, 'data'), { recursive: true });
    await rm(backup.file);
  }
});
