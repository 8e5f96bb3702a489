import type { KeyObject } from 'node:crypto';
import { appendAuditRows, type PendingAuditRow } from '#server/database/audit/append-audit-rows.ts';
import type { Database } from '#server/database/open-database.ts';
import { acquireLock, type LockName } from '#server/database/transaction-locks.ts';
import type { DocumentEngine } from '#server/engines/documents/document-engine.ts';
import type { Mailer } from '#server/engines/mail/mailer.ts';
import type { AnswerModel, EmbeddingModel } from '#server/engines/models/model-engine.ts';
import type { SearchEngine } from '#server/engines/search/search-engine.ts';
import type { BlobStore, Encryptor } from '#server/engines/storage/object-storage.ts';
import type { Actor } from '#shared/policies/actor.ts';
import type { Config } from './config.ts';

/** What the whole process shares. Time comes in here too, so that tests can move the clock. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly encryptor: Encryptor;
  /** Absent without a mail server: mails are then only kept. */
  readonly mailer: Mailer | undefined;
  readonly searchIndex: SearchEngine;
  /** Absent unless the operator named one. */
  readonly answerModel: AnswerModel | undefined;
  /** Absent unless one is named. */
  readonly embeddingModel: EmbeddingModel | undefined;
  readonly documents: DocumentEngine;
  /** Seals the audit log. */
  readonly auditKey: KeyObject;
  /** Signs the addresses of pages. */
  readonly pageSigningKey: KeyObject;
  readonly log: Log;
  now(): number;
  /** Tells the worker that jobs were committed, so that it need not wait for its next look. */
  wakeJobs(): void;
}

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** One request or one job: who asks, and the database, which inside `transaction` is the transaction. */
export interface Context extends Services {
  readonly actor: Actor;
  /** The session token that the request came with; absent for background work and sealed links. */
  readonly sessionToken?: string | undefined;
  readonly address: string;
}

/** The work that nobody asked for at the door. */
export const systemContext = (services: Services): Context => ({
  ...services,
  actor: { kind: 'anonymous' },
  address: '',
});

/** Inside a transaction: what its end writes to the audit log. */
interface TransactionContext extends Context {
  readonly pendingAuditEvents: PendingAuditRow[];
}

const isTransactionContext = (ctx: Context): ctx is TransactionContext => ctx.db.isTransaction;

/** Does the work in one transaction; what it throws undoes all of it. Inside another one it joins that. */
export async function transaction<T>(
  ctx: Context,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> {
  if (isTransactionContext(ctx)) return work(ctx);
  const result = await ctx.db.transaction().execute(async (db) => {
    const unwritten: PendingAuditRow[] = [];
    const result = await work({ ...ctx, db, pendingAuditEvents: unwritten });
    await appendAuditRows(db, ctx.auditKey, unwritten);
    return result;
  });
  ctx.wakeJobs();
  return result;
}

/** As `transaction`, and while it lasts the only one in a matter such as the tree of folders. */
export function withLock<T>(
  ctx: Context,
  lockName: LockName,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (ctx) => {
    await acquireLock(ctx.db, lockName, ctx.now());
    return work(ctx);
  });
}
