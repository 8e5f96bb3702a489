import { randomBytes } from 'node:crypto';
import type { Database } from '#server/platform/db/open-database.ts';
import { createContracts } from './contracts.ts';
import { insertPerson, signIn } from './people.ts';
import { withDatabase } from './room-database.ts';

/** Ten root folders and ten folders in each folder down to the fourth level. */
const FOLDERS = 10_000;
const FILES = 100_000;
const FILES_IN_LARGEST = 1_000;
/** On the fourth level, in a root folder that the reader shares. */
const LARGEST_FOLDER_ID = 5_500;
/** SQLite takes some 32,000 values in one statement. */
const ROWS_AT_ONCE = 1_000;

export interface FilledRoom {
  /** The folder with 1,000 files. */
  largestFolderId: number;
  /** Cookies of people who are signed in. */
  administrator: string;
  /** Owns every folder and file. */
  owner: string;
  /** A collaborator of every second root folder, and so of half of everything. */
  reader: string;
}

/** A room of 100,000 files in 10,000 folders, written straight into the database of an empty data folder. */
export function fillRoom(dataDir: string, databaseUrl?: string): Promise<FilledRoom> {
  const fill = async (db: Database): Promise<FilledRoom> => {
    const administrator = await insertPerson(db, 'administrator', 1);
    const owner = await insertPerson(db, 'owner', 0);
    const reader = await insertPerson(db, 'reader', 0);
    await db.transaction().execute(async (db) => {
      await insertFolders(db, owner);
      for (const folder_id of [1, 3, 5, 7, 9])
        await db.insertInto('collaborators').values({ folder_id, user_id: reader, created_at: 0 }).execute();
      await insertFiles(db, owner);
    });
    return {
      largestFolderId: LARGEST_FOLDER_ID,
      administrator: await signIn(db, administrator),
      owner: await signIn(db, owner),
      reader: await signIn(db, reader),
    };
  };
  return withDatabase(dataDir, fill, databaseUrl);
}

/** The last thousand lie in one folder, the others ten in each. */
export const folderOfFile = (at: number): number =>
  at >= FILES - FILES_IN_LARGEST ? LARGEST_FOLDER_ID : 1 + (at % FOLDERS);

/** Ids count from 1, so the ten folders in folder n are 10n + 1 to 10n + 10. */
async function insertFolders(db: Database, owner_id: number): Promise<void> {
  const rows = Array.from({ length: FOLDERS }, (_, at) => ({
    name: `${1 + (at % 10)} Folder ${at}`,
    parent_id: at < 10 ? null : Math.floor(at / 10),
    owner_id,
    created_at: Date.now(),
  }));
  for (const part of partsOf(rows)) await db.insertInto('folders').values(part).execute();
}

async function insertFiles(db: Database, owner_id: number): Promise<void> {
  const contracts = createContracts(2);
  const blobs = Array.from({ length: FILES }, () => {
    const key = randomBytes(32).toString('hex');
    return { key, size: 250_000, sha256: key, wrapped_key: Buffer.alloc(60), created_at: Date.now() };
  });
  const files = blobs.map(({ key, size, created_at }, at) => ({
    name: `${contracts.title()} ${at}.pdf`,
    file_type: 'pdf',
    size,
    allow_download: 1 as const,
    folder_id: folderOfFile(at),
    owner_id,
    blob_key: key,
    created_at,
    index_status: 'indexed' as const,
    title: contracts.title(),
    excerpt: contracts.passage().slice(0, 300),
  }));
  for (const part of partsOf(blobs)) await db.insertInto('blobs').values(part).execute();
  for (const part of partsOf(files)) await db.insertInto('files').values(part).execute();
}

function* partsOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}
