import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assertObjectStore } from '#server/database/assert-object-store.ts';
import { catchUpAuditTree } from '#server/database/audit/audit-tree.ts';
import { sealEmptyAuditLog } from '#server/database/audit/seal-empty-audit-log.ts';
import { assertNoInterruptedRestore } from '#server/database/backup/restore-marker.ts';
import { pingDatabase } from '#server/database/check-database.ts';
import { openDatabaseClock } from '#server/database/database-clock.ts';
import { databaseLocation } from '#server/database/database-location.ts';
import { loadInstallationId } from '#server/database/installation-id.ts';
import { type Change, type ChangeListener, listenForChanges } from '#server/database/listen-for-changes.ts';
import { lockDataDirectory } from '#server/database/lock-data-directory.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import {
  type DocumentEngine,
  isUnusableOcrProgram,
  openDocumentEngine,
} from '#server/engines/documents/document-engine.ts';
import type { IdentityProvider } from '#server/engines/identity/identity-provider.ts';
import type { Mailer } from '#server/engines/mail/mailer.ts';
import {
  type LocalEmbeddingModel,
  openAnswerModel,
  openEmbeddingModel,
  openLocalEmbeddingModel,
} from '#server/engines/models/model-engine.ts';
import { detectSandboxLevel, type SandboxLevel } from '#server/engines/sandbox/sandbox.ts';
import {
  openRemoteSearchEngine,
  openSearchEngine,
  type SearchEngine,
} from '#server/engines/search/search-engine.ts';
import { openObjectStorage } from '#server/engines/storage/object-storage.ts';
import { createVirusScanner } from '#server/engines/viruses/virus-scanner.ts';
import { MAX_PAGES } from '#shared/domain/page-limits.ts';
import type { Config } from './config.ts';
import type { Log, Services } from './context.ts';
import { isUnavailable } from './errors.ts';
import { openEncryptionKeys, refreshPeriodically } from './open-encryption-keys.ts';

export interface OpenedServices extends Omit<Services, 'wakeJobs'> {
  /** Listens for what other processes add; absent on SQLite, which has none. */
  readonly listenForChanges?: ((onChange: (change: Change) => void) => ChangeListener) | undefined;
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

async function loadLocalEmbeddingModel({
  embeddingModelDir,
}: Config): Promise<LocalEmbeddingModel | undefined> {
  if (embeddingModelDir === undefined) return undefined;
  return withSettingName('EMBEDDING_MODEL_DIR', () => openLocalEmbeddingModel(embeddingModelDir));
}

/** Prefixes an error with the environment variable that it comes from. */
export async function withSettingName<T>(name: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    // A refused connection to a host with several addresses has a code and no message.
    const { message = '', code = '' } = cause as NodeJS.ErrnoException; // libraries throw an Error
    throw new Error(`${name} is not usable: ${message || code}`, { cause });
  }
}

/** Names the setting that is to blame when the engine cannot be opened. */
function openDocuments({ dataDir, programPath, tesseractPath }: Config): Promise<DocumentEngine> {
  return openDocumentEngine({
    dataDir,
    maxPages: MAX_PAGES,
    searchPath: programPath,
    ocrProgram: tesseractPath,
  }).catch((error: unknown) =>
    withSettingName(isUnusableOcrProgram(error) ? 'TESSERACT_PATH' : 'DATA_DIR', async () => {
      throw error;
    }),
  );
}

/** Returns how child processes are isolated; refuses a level below the one that the configuration requires. */
async function openSandbox({ sandbox }: Config): Promise<SandboxLevel> {
  const level = await detectSandboxLevel();
  if (sandbox === 'require' && level !== 'namespaces') {
    throw new Error(
      'SANDBOX=require needs Linux user namespaces, which this system refuses. Allow them, install util-linux, or set SANDBOX=auto',
    );
  }
  return level;
}

/** Opens the index. Ids begin at 1 in every database: the index of another one would answer with the texts of its files. */
async function openIndex(
  { dataDir, searchServer, searchMaxPassages }: Config,
  installationId: string,
): Promise<SearchEngine> {
  if (searchServer === undefined)
    return openSearchEngine(join(dataDir, `search-index-${installationId}.db`), searchMaxPassages);
  return withSettingName('SEARCH_URL', async () => {
    const index = openRemoteSearchEngine(searchServer, installationId);
    // A server that is away may come back; one that refuses will not.
    await index.readPosition().catch(async (error: unknown) => {
      if (isUnavailable(error)) return;
      await index.close();
      throw error;
    });
    return index;
  });
}

/** Opens everything the process keeps open, in order; `DATA_DIR` is locked for this process until `close`. */
export async function openServices(config: Config, log: Log): Promise<OpenedServices> {
  const sandboxLevel = await openSandbox(config);
  await withSettingName('DATA_DIR', () => mkdir(config.dataDir, { recursive: true, mode: 0o700 }));
  assertNoInterruptedRestore(config.dataDir);
  const lock = lockDataDirectory(config.dataDir);
  const { databaseUrl } = config;
  const { db, engine } = openDatabase(databaseLocation(config), config.databaseLimits);
  await withSettingName(engine === 'sqlite' ? 'DATA_DIR/muniment.db' : 'DATABASE_URL', () =>
    pingDatabase(db),
  );
  await migrate(db, engine);
  const clock = await openDatabaseClock(db);
  const keyRing = await openEncryptionKeys(config, db);
  await sealEmptyAuditLog(db, keyRing);
  await catchUpAuditTree(db, clock.now);
  const { objects, blobs, encryptor } = await openObjectStorage({ ...config, keyRing });
  const mailer = await openMailer(config);
  // Safe beside other processes: the folder is locked for this one, and recent uploads of a bucket are left alone.
  await withSettingName(config.s3 ? 'S3_BUCKET' : 'DATA_DIR', async () => {
    await blobs.sweep();
    await assertObjectStore(db, objects);
  });
  const index = await openIndex(config, await loadInstallationId(db));
  const localModel = await loadLocalEmbeddingModel(config);
  const documents = await openDocuments(config);
  const keyRefresh = refreshPeriodically(keyRing, log);
  return {
    config,
    log,
    db,
    blobs,
    encryptor,
    mailer,
    identityProvider: await openIdentityProvider(config),
    searchIndex: index,
    answerModel: config.answerModel && (await openAnswerModel(config.answerModel)),
    embeddingModel:
      localModel ?? (config.embeddingModel && (await openEmbeddingModel(config.embeddingModel))),
    documents,
    virusScanner: config.virusScanner && createVirusScanner(config.virusScanner),
    sandboxLevel,
    signingKeys: keyRing,
    now: clock.now,
    listenForChanges:
      databaseUrl === undefined ? undefined : (onChange) => listenForChanges(databaseUrl, onChange),
    isOnlyProcess: engine === 'sqlite',
    async close() {
      keyRefresh.stop();
      await documents.close();
      await localModel?.close();
      await index.close();
      clock.close();
      await db.destroy();
      lock.release();
    },
  };
}
