import type { Database } from '#server/database/open-database.ts';
import { withDatabase } from '../fixtures/database.ts';
import { type FilledDatabase, fillDatabase } from '../fixtures/filled-database.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { measureInRounds } from '../harness/measure-rounds.ts';

/** The root folder above the one with 1,000 files: some 10,900 files in 1,111 folders. */
const FOLDER_ID = 5;

/** Revokes and grants access and measures the time until the user's next list, which must reflect the change. */
export function benchPermissionChange(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const accounts = await fillDatabase(dataDir);
    return withServer(startBenchServer(dataDir), ({ origin }) =>
      withDatabase(dataDir, (db) => measure(db, origin, accounts)),
    );
  });
}

async function measure(
  db: Database,
  origin: string,
  { collaborator, largestFolderId }: FilledDatabase,
): Promise<Figure[]> {
  const client = createHttpClient(origin, collaborator);
  const { user_id } = await db
    .selectFrom('collaborators')
    .select('user_id')
    .where('folder_id', '=', FOLDER_ID)
    .executeTakeFirstOrThrow();
  /** The 1,000 newest files are in that folder and on the first page of users who can see them. */
  const listAndExpect = async (isVisible: boolean) => {
    const files: { folderId: number }[] = JSON.parse((await client.get('/api/files')).toString());
    if (files.some(({ folderId }) => folderId === largestFolderId) !== isVisible)
      throw new Error('The list does not reflect the access change');
  };
  const revoke = () =>
    db
      .deleteFrom('collaborators')
      .where('folder_id', '=', FOLDER_ID)
      .where('user_id', '=', user_id)
      .execute();
  const grant = () =>
    db
      .insertInto('collaborators')
      .values({ folder_id: FOLDER_ID, user_id, created_at: Date.now() })
      .execute();
  const times = await measureInRounds(
    {
      revoked: () => revoke().then(() => listAndExpect(false)),
      granted: () => grant().then(() => listAndExpect(true)),
    },
    1,
  );
  client.close();
  return Object.entries(times).map(([name, { p50 }]) => ({
    name: `${name} above 10,000 files, including the next list`,
    value: p50,
    unit: 'ms',
    target: { atMost: 50 },
  }));
}
