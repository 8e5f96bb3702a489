import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { loadInstallationId } from './installation-id.ts';
import type { Database } from './open-database.ts';

interface MarkedStore {
  readMarker(): Promise<string | undefined>;
  writeMarker(text: string): Promise<void>;
}

const PROPERTY_NAME = 'object-store-id';
const marker = z.object({ installation: z.string(), store: z.string() });
const WRONG_STORE = 'Check S3_BUCKET and S3_ENDPOINT, or DATA_DIR where objects are files';

/**
 * Refuses another object store than the one this installation began with: its documents would be missing there, and
 * what is uploaded here could not be read by the other nodes. The first node marks the store. The database decides which is
 * first: others wait for its row.
 */
export async function assertObjectStore(db: Database, store: MarkedStore): Promise<void> {
  const installation = await loadInstallationId(db);
  await db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows: inserted = 0n } = await transaction
      .insertInto('installation_properties')
      .values({ name: PROPERTY_NAME, value: randomUUID() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    const isFirst = inserted > 0n;
    const { value } = await selectProperty(transaction).executeTakeFirstOrThrow();
    const found = parseMarker(await store.readMarker());
    if (found && found.installation !== installation)
      throw new Error(`The object store belongs to another installation. ${WRONG_STORE}.`);
    // An interrupted first start left it, or it is from before a restore.
    if (isFirst && found) return setProperty(transaction, found.store);
    if (isFirst) return store.writeMarker(JSON.stringify({ installation, store: value }));
    if (!found)
      throw new Error(`The object store is empty or not the one of this installation. ${WRONG_STORE}.`);
    if (found.store !== value)
      throw new Error(`The object store is not the one that the other nodes use. ${WRONG_STORE}.`);
  });
}

/** Lets the next start mark its store: a restore writes a new one. */
export async function forgetObjectStore(db: Database): Promise<void> {
  await db.deleteFrom('installation_properties').where('name', '=', PROPERTY_NAME).execute();
}

const selectProperty = (db: Database) =>
  db.selectFrom('installation_properties').select('value').where('name', '=', PROPERTY_NAME);

async function setProperty(db: Database, value: string): Promise<void> {
  await db.updateTable('installation_properties').set({ value }).where('name', '=', PROPERTY_NAME).execute();
}

function parseMarker(text: string | undefined): z.infer<typeof marker> | undefined {
  if (text === undefined) return undefined;
  try {
    return marker.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('The marker of the object store is damaged: muniment-store.json cannot be read', {
      cause,
    });
  }
}
