import { mkdir } from 'node:fs/promises';
import { assertObjectStore } from '#server/database/assert-object-store.ts';
import { catchUpAuditTree } from '#server/database/audit/audit-tree.ts';
import { sealEmptyAuditLog } from '#server/database/audit/seal-empty-audit-log.ts';
import { assertNoInterruptedRestore } from '#server/database/backup/restore-marker.ts';
import { pingDatabase } from '#server/database/check-database.ts';
import { openDatabaseClock } from '#server/database/database-clock.ts';
import { databaseLocation } from '#server/database/database-location.ts';
import type { QueryObserver } from '#server/database/describe-query.ts';
import { loadInstallationId } from '#server/database/installation-id.ts';
import { type Change, type ChangeListener, listenForChanges } from '#server/database/listen-for-changes.ts';
import {
  announcementsOfPostgres,
  announcementsOfSqlite,
} from '#server/database/live-changes/open-announcements.ts';
import { lockDataDirectory } from '#server/database/lock-data-directory.ts';
import { migrate } from '#server/database/migrate.ts';
import { type OpenedDatabase, openDatabase } from '#server/database/open-database.ts';
import type { PoolUse } from '#server/database/postgres-pool.ts';
import type { IdentityProvider } from '#server/engines/identity/identity-provider.ts';
import type { Mailer } from '#server/engines/mail/mailer.ts';
import { openSqliteThread } from '#server/engines/sqlite-thread/sqlite-thread.ts';
import { openObjectStorage } from '#server/engines/storage/object-storage.ts';
import { createMetrics, type Metrics } from '#server/engines/telemetry/metrics.ts';
import type { Telemetry } from '#server/engines/telemetry/open-telemetry.ts';
import { createVirusScanner } from '#server/engines/viruses/virus-scanner.ts';
import type { Config } from './config.ts';
import type { Log, Services } from './context.ts';
import { createObservers } from './create-observers.ts';
import { openDocuments, openModels, openSandbox } from './engines/open-engines.ts';
import { openSearchIndex } from './engines/open-search-index.ts';
import { openEncryptionKeys, refreshPeriodically } from './open-encryption-keys.ts';
import { withSettingName } from './with-setting-name.ts';

export interface OpenedServices extends Omit<Services, 'wakeJobs' | 'wakeIndex'> {
  /** Listens for what other processes add; absent on SQLite, which has none. */
  readonly listenForChanges?: ((onChange: (change: Change) => void) => ChangeListener) | undefined;
  /** Absent on SQLite, which has one connection. */
  readonly readPoolUse?: (() => PoolUse) | undefined;
  /** Only one process uses the database, so leases left by a crashed one can be released immediately. */
  readonly isOnlyProcess: boolean;
  close(): Promise<void>;
}

/** Loads the library only when mail is configured. */
async function openMailer({ mail }: Config): Promise<Mailer | undefined> {
  if (!mail) return undefined;
  const { createMailer } = await import('#server/engines/mail/mailer.ts');
  return createMailer(mail);
}

/** Loads the library only when a provider is configured. */
async function openIdentityProvider({ identityProvider }: Config): Promise<IdentityProvider | undefined> {
  if (!identityProvider) return undefined;
  const { createIdentityProvider } = await import('#server/engines/identity/identity-provider.ts');
  return createIdentityProvider(identityProvider);
}

/** Loads the library only when a collector is configured. */
async function openTelemetry(
  { telemetry }: Config,
  sources: { readonly metrics: Metrics; readonly log: Log },
): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined;
  const { openTelemetry: open } = await import('#server/engines/telemetry/open-telemetry.ts');
  return open(telemetry, sources);
}

/** Opens the database in its current schema; `opening` closes it. */
async function openMigratedDatabase(config: Config, observe: QueryObserver, opening: AsyncDisposableStack) {
  const opened = openDatabase(databaseLocation(config), config.databaseLimits, observe);
  const { db, engine } = opened;
  opening.defer(() => db.destroy());
  await withSettingName(engine === 'sqlite' ? 'DATA_DIR/muniment.db' : 'DATABASE_URL', () =>
    pingDatabase(db),
  );
  await migrate(db, engine);
  return opened;
}

/**
 * Opens the thread that runs long statements, where the main thread would otherwise; `opening` closes it, before the database.
 */
function openLongReads({ db, createReader }: OpenedDatabase, config: Config, opening: AsyncDisposableStack) {
  const location = databaseLocation(config);
  if (!createReader || location.engine !== 'sqlite') return db;
  const thread = openSqliteThread(location.file);
  opening.defer(() => thread.close());
  return createReader(thread.run);
}

/** Locks `DATA_DIR` and opens what depends on the database alone; `opening` closes it. */
async function openData(config: Config, observe: QueryObserver, opening: AsyncDisposableStack) {
  await withSettingName('DATA_DIR', () => mkdir(config.dataDir, { recursive: true, mode: 0o700 }));
  assertNoInterruptedRestore(config.dataDir);
  opening.adopt(lockDataDirectory(config.dataDir), (lock) => lock.release());
  const database = await openMigratedDatabase(config, observe, opening);
  const { db, engine, readPoolUse } = database;
  const longReads = openLongReads(database, config, opening);
  const clock = opening.adopt(await openDatabaseClock(db), (clock) => clock.close());
  const keyRing = await openEncryptionKeys(config, db, clock);
  await sealEmptyAuditLog(db, keyRing);
  await catchUpAuditTree(db, clock.now);
  return {
    announcements: database.announcements,
    parts: {
      db,
      longReads,
      readPoolUse,
      now: clock.now,
      signingKeys: keyRing,
      isOnlyProcess: engine === 'sqlite',
    },
  };
}

/** Opens the objects, and checks that they are those of the database. */
async function openObjects(config: Config, { db, signingKeys: keyRing }: DataParts, observe: StoreObserver) {
  const { objects, blobs, encryptor } = await openObjectStorage({ ...config, keyRing, observe });
  // Safe beside other processes: the folder is locked for this one, and recent uploads of a bucket are left alone.
  await withSettingName(config.s3 ? 'S3_BUCKET' : 'DATA_DIR', async () => {
    await blobs.sweep();
    await assertObjectStore(db, objects);
  });
  return { blobs, encryptor };
}

type DataParts = Awaited<ReturnType<typeof openData>>['parts'];
type StoreObserver = ReturnType<typeof createObservers>['storeOperation'];

/** Opens search, models and documents; `opening` closes them. */
async function openEngines(config: Config, { db }: DataParts, log: Log, opening: AsyncDisposableStack) {
  const searchIndex = await openSearchIndex(config, await loadInstallationId(db), log);
  opening.defer(() => searchIndex.close());
  const models = await openModels(config, opening);
  const documents = await openDocuments(config);
  opening.defer(() => documents.close());
  const virusScanner = config.virusScanner && createVirusScanner(config.virusScanner);
  return { searchIndex, ...models, documents, virusScanner };
}

/**
 * Opens everything the process keeps open, in order; `DATA_DIR` is locked for this process until `close`. What is open is closed
 * in the reverse order, also when something cannot be opened.
 */
export async function openServices(config: Config, log: Log): Promise<OpenedServices> {
  await using opening = new AsyncDisposableStack();
  const sandboxLevel = await openSandbox(config);
  const metrics = createMetrics();
  const observers = createObservers(metrics);
  const { announcements, parts: data } = await openData(config, observers.query, opening);
  const objects = await openObjects(config, data, observers.storeOperation);
  const mailer = await openMailer(config);
  const engines = await openEngines(config, data, log, opening);
  opening.adopt(refreshPeriodically(data.signingKeys, log), (refresh) => refresh.stop());
  // The telemetry is closed first, because the metrics are read from what is closed next.
  const telemetry = await openTelemetry(config, { metrics, log });
  opening.defer(() => telemetry?.stop());
  const identityProvider = await openIdentityProvider(config);
  const { databaseUrl } = config;
  const listenForAnnouncements = announcements
    ? await announcementsOfSqlite(data.db, announcements)
    : announcementsOfPostgres(databaseUrl ?? '', data.db);
  const opened = opening.move();
  return {
    config,
    log,
    metrics,
    tracer: telemetry?.tracer,
    ...data,
    ...objects,
    mailer,
    identityProvider,
    ...engines,
    sandboxLevel,
    listenForChanges:
      databaseUrl === undefined ? undefined : (onChange) => listenForChanges(databaseUrl, onChange),
    listenForAnnouncements,
    close: () => opened.disposeAsync(),
  };
}
