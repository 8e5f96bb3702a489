import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { derivePageSigningKey } from '#server/authorization/page-signature.ts';
import { assertMasterKey } from '#server/database/assert-master-key.ts';
import { deriveAuditKey } from '#server/database/audit/audit-chain.ts';
import { assertNoInterruptedRestore } from '#server/database/backup/restore-marker.ts';
import { pingDatabase } from '#server/database/check-database.ts';
import { loadInstallationId } from '#server/database/installation-id.ts';
import { lockDataDirectory } from '#server/database/lock-data-directory.ts';
import { migrate } from '#server/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';
import { isUnusableOcrProgram, openDocumentEngine } from '#server/engines/documents/document-engine.ts';
import type { Mailer } from '#server/engines/mail/mailer.ts';
import {
  type LocalEmbeddingModel,
  openAnswerModel,
  openEmbeddingModel,
  openLocalEmbeddingModel,
} from '#server/engines/models/model-engine.ts';
import { openSearchEngine } from '#server/engines/search/search-engine.ts';
import { masterKeys, openObjectStorage } from '#server/engines/storage/object-storage.ts';
import { MAX_PAGES } from '#shared/domain/page-limits.ts';
import type { Config } from './config.ts';
import type { Log, Services } from './context.ts';

export interface OpenedServices extends Omit<Services, 'wakeJobs'> {
  /** Only one process works on the database: leases left by a dead one can be taken back at once. */
  readonly isOnlyProcess: boolean;
  close(): Promise<void>;
}

/** The library is loaded only by rooms that send mail. */
async function openMailer({ mail }: Config): Promise<Mailer | undefined> {
  if (!mail) return undefined;
  const { createMailer } = await import('#server/engines/mail/mailer.ts');
  return createMailer(mail);
}

async function loadLocalEmbeddingModel({
  embeddingModelDir,
}: Config): Promise<LocalEmbeddingModel | undefined> {
  if (embeddingModelDir === undefined) return undefined;
  return withSettingName('EMBEDDING_MODEL_DIR', () => openLocalEmbeddingModel(embeddingModelDir));
}

export const databaseLocation = ({ databaseUrl, dataDir }: Config): DatabaseLocation =>
  databaseUrl === undefined
    ? { engine: 'sqlite', file: join(dataDir, 'muniment.db') }
    : { engine: 'postgres', url: databaseUrl };

/** Says which of the names that an operator sets an error comes from. */
export async function withSettingName<T>(name: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    // A refused connection to a host with several addresses has a code and no message.
    const { message = '', code = '' } = cause as NodeJS.ErrnoException; // what libraries throw is an Error
    throw new Error(`${name} is not usable: ${message || code}`, { cause });
  }
}

/** Opens everything the process keeps open, in order; `DATA_DIR` is this process's alone until `close`. */
export async function openServices(config: Config, log: Log): Promise<OpenedServices> {
  await withSettingName('DATA_DIR', () => mkdir(config.dataDir, { recursive: true, mode: 0o700 }));
  assertNoInterruptedRestore(config.dataDir);
  const lock = lockDataDirectory(config.dataDir);
  const { db, engine } = openDatabase(databaseLocation(config));
  await withSettingName(engine === 'sqlite' ? 'DATA_DIR/muniment.db' : 'DATABASE_URL', () =>
    pingDatabase(db),
  );
  await migrate(db, engine);
  const masterKey = await masterKeys.load({ fromEnvironment: config.masterKey, dataDir: config.dataDir });
  await assertMasterKey(db, masterKey);
  const { blobs, encryptor } = await openObjectStorage({ ...config, masterKey });
  const mailer = await openMailer(config);
  // Safe beside other processes: the folder is locked for this one, and a bucket's young uploads are left alone.
  await withSettingName(config.s3 ? 'S3_BUCKET' : 'DATA_DIR', () => blobs.sweep());
  // Ids begin at 1 in every database: the index of another one would answer with the texts of its files.
  const index = openSearchEngine(join(config.dataDir, `search-index-${await loadInstallationId(db)}.db`));
  const localModel = await loadLocalEmbeddingModel(config);
  const documents = await openDocumentEngine({
    dataDir: config.dataDir,
    maxPages: MAX_PAGES,
    searchPath: config.programPath,
    ocrProgram: config.tesseractPath,
  }).catch((error: unknown) =>
    withSettingName(isUnusableOcrProgram(error) ? 'TESSERACT_PATH' : 'DATA_DIR', async () => {
      throw error;
    }),
  );
  return {
    config,
    log,
    db,
    blobs,
    encryptor,
    mailer,
    searchIndex: index,
    answerModel: config.answerModel && (await openAnswerModel(config.answerModel)),
    embeddingModel:
      localModel ?? (config.embeddingModel && (await openEmbeddingModel(config.embeddingModel))),
    documents,
    auditKey: deriveAuditKey(masterKey),
    pageSigningKey: derivePageSigningKey(masterKey),
    now: Date.now,
    isOnlyProcess: engine === 'sqlite',
    async close() {
      await documents.close();
      await localModel?.close();
      await index.close();
      await db.destroy();
      lock.release();
    },
  };
}
