// node server/database/testing/create-release-fixture.ts VERSION
//
// Run it with the code of a release, before its tag, and commit the file that it writes. A fixture of a released version
// is never made again: it stands for the databases that are in use.
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { pack } from 'tar-stream';
import { signIn } from '#server/testing/clients/api-client.ts';
import { startServer } from '#server/testing/start-server.ts';
import {
  FIXTURE_ADMIN,
  FIXTURE_COLLABORATOR,
  FIXTURE_FILES,
  FIXTURE_FOLDERS,
  FIXTURE_VISITOR_EMAIL,
  releaseFixturePath,
} from './release-fixture.ts';

const INDEXING_TIMEOUT_MS = 60_000;
/** Everything else in a data directory is derived or temporary. */
const KEPT_FILES = /^(?:muniment\.db|master\.key|objects\/.+)$/;

async function fillServer(origin: string): Promise<void> {
  const admin = await signIn(origin, FIXTURE_ADMIN);
  await admin.createUser(FIXTURE_COLLABORATOR);
  const parent = await admin.createFolder(FIXTURE_FOLDERS.parent, null);
  const child = await admin.createFolder(FIXTURE_FOLDERS.child, parent.id);
  for (const { name, content } of FIXTURE_FILES)
    await admin.upload(
      { name, mimeType: 'text/plain', buffer: Buffer.from(content) },
      { folderId: child.id },
    );
  await admin.addCollaborator(parent.id, FIXTURE_COLLABORATOR.email);
  await admin.invite(FIXTURE_VISITOR_EMAIL, { folderIds: [parent.id], role: 'visitor', expirationDays: 90 });
}

async function waitForIndexing(dataDir: string): Promise<void> {
  const database = new SqliteDatabase(join(dataDir, 'muniment.db'), { readonly: true });
  try {
    const pending = database.prepare("select count(*) from files where index_status = 'pending'").pluck();
    const deadline = Date.now() + INDEXING_TIMEOUT_MS;
    while (pending.get() !== 0) {
      if (Date.now() > deadline) throw new Error('The files were not indexed in time');
      await wait(100);
    }
  } finally {
    database.close();
  }
}

/** Moves the write-ahead log into the database file and rebuilds it without free pages. */
function compactDatabase(dataDir: string): void {
  const database = new SqliteDatabase(join(dataDir, 'muniment.db'));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.exec('vacuum');
  database.close();
}

async function writeFixture(dataDir: string, file: string): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(file));
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)));
  for (const name of names.filter((each) => KEPT_FILES.test(each)).toSorted())
    archive.entry({ name, mtime: new Date(0) }, await readFile(join(dataDir, name)));
  archive.finalize();
  await written;
}

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Usage: create-release-fixture.ts VERSION');
const dataDir = await mkdtemp(join(tmpdir(), 'muniment-fixture-'));
try {
  const server = await startServer({
    env: { DATA_DIR: dataDir, ADMIN_PASSWORD: FIXTURE_ADMIN.password },
  });
  await fillServer(server.origin);
  await waitForIndexing(dataDir);
  await server.stop();
  compactDatabase(dataDir);
  await writeFixture(dataDir, releaseFixturePath(version));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
