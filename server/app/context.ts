import { appendAuditRows } from '#server/database/audit/append-audit-rows.ts';
import type { SigningKeys } from '#server/database/audit/audit-chain.ts';
import type { PendingAuditRow } from '#server/database/audit/pending-audit-row.ts';
import { recordChanges } from '#server/database/changes/record-changes.ts';
import { listImmediateDigests } from '#server/database/list-immediate-digests.ts';
import { listWebhooksFor } from '#server/database/list-webhooks-for.ts';
import { hasIndexChanges } from '#server/database/live-changes/index-changes.ts';
import type { ListenForAnnouncements } from '#server/database/live-changes/open-announcements.ts';
import type { Database } from '#server/database/open-database.ts';
import type { SelectedDrafts } from '#server/database/tables/exposure.ts';
import { acquireLock, type LockName } from '#server/database/transaction-locks.ts';
import type { DocumentEngine } from '#server/engines/documents/document-engine.ts';
import type { IdentityProvider } from '#server/engines/identity/identity-provider.ts';
import type { Mailer } from '#server/engines/mail/mailer.ts';
import type { AnswerModel, EmbeddingModel } from '#server/engines/models/model-engine.ts';
import { enqueueJobs, listEnqueuedKinds } from '#server/engines/queue/job-queue.ts';
import type { SandboxLevel } from '#server/engines/sandbox/sandbox.ts';
import type { SearchEngine } from '#server/engines/search/search-engine.ts';
import type { BlobStore, Encryptor } from '#server/engines/storage/object-storage.ts';
import type { Metrics } from '#server/engines/telemetry/metrics.ts';
import type { Tracer } from '#server/engines/telemetry/tracing.ts';
import type { VirusScanner } from '#server/engines/viruses/virus-scanner.ts';
import type { Actor } from '#shared/policies/actor.ts';
import type { Config } from './config.ts';
import { dueDigests, dueWebhooks } from './due-notifications.ts';

/** Dependencies that the whole process shares. Time comes from here too, so that tests can move the clock. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  /**
   * For statements that read much, outside of transactions: on SQLite another thread runs them, one after the other, so that
   * requests do not wait. What is read for somebody is authorized again afterwards.
   */
  readonly longReads: Database;
  readonly blobs: BlobStore;
  readonly encryptor: Encryptor;
  /** Absent without a mail server: mails then stay in the outbox. */
  readonly mailer: Mailer | undefined;
  /** Absent unless people sign in through their company. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly searchIndex: SearchEngine;
  /** Absent unless the operator configured one. */
  readonly answerModel: AnswerModel | undefined;
  /** Absent unless the operator configured one. */
  readonly embeddingModel: EmbeddingModel | undefined;
  readonly documents: DocumentEngine;
  /** Absent unless the operator configured one: nothing is scanned then. */
  readonly virusScanner: VirusScanner | undefined;
  /** How child processes are isolated on this machine. */
  readonly sandboxLevel: SandboxLevel;
  /** Sign the audit log and the URLs of pages. */
  readonly signingKeys: SigningKeys;
  readonly log: Log;
  /** Listens for what transactions announce to live updates, of this process and of others. */
  readonly listenForAnnouncements: ListenForAnnouncements;
  readonly metrics: Metrics;
  /** Absent unless traces are sent to a collector. */
  readonly tracer: Tracer | undefined;
  now(): number;
  /** Notifies the workers of committed jobs of these kinds, or of any, so that they need not wait for their next poll. */
  wakeJobs(kinds?: readonly string[]): void;
  /** Notifies the search index of this process of committed changes. */
  wakeIndex(): void;
}

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Context of one request or job: the actor, and the database, which inside `transaction` is the transaction. */
export interface Context extends Services {
  readonly actor: Actor;
  /** The session token of the request; absent for background work, signed links and API tokens. */
  readonly sessionToken?: string | undefined;
  /** The API token of the request, in place of a session. */
  readonly apiToken?: string | undefined;
  /** The token of the session in which the actor sees what a group sees. */
  readonly viewAsToken?: string | undefined;
  readonly address: string;
  /**
   * Answers as if what is scheduled, every draft (in their order, or before what is scheduled), or some drafts were published.
   * Only for checks of what a group will see; no request has it.
   */
  readonly preview?: 'scheduled' | 'drafts' | 'drafts-before-scheduled' | SelectedDrafts;
  /** The publication that the work carries out: nothing that it moves needs a further approval. No request has it. */
  readonly publicationId?: number;
  /**
   * Reads the actor of a changing request again, and refuses one who may not make the call any more. Absent for work that no
   * request waits for.
   */
  readonly readmit?: ((ctx: Context) => Promise<Actor>) | undefined;
}

/** The parts of a context that decide access: who asks, and when. */
export type Requester = Pick<Context, 'actor' | 'now' | 'preview'>;

/** Creates the context of work that no request asked for. */
export const systemContext = (services: Services): Context => ({
  ...services,
  actor: { kind: 'anonymous' },
  address: '',
  readmit: undefined,
});

/** Adds, inside a transaction, the events that are written to the audit log at its end. */
interface TransactionContext extends Context {
  readonly pendingAuditEvents: PendingAuditRow[];
  readonly heldLocks: Set<LockName>;
}

const isTransactionContext = (ctx: Context): ctx is TransactionContext => ctx.db.isTransaction;

/** The transactions by the actors that were read at their beginning, or under their lock. */
const readActors = new WeakMap<Actor, Database>();

/** Tells whether the actor was read in this transaction, so that reading it again gains nothing. */
export const wasReadIn = ({ db, actor }: Context): boolean => readActors.get(actor) === db;

/** Reads the actor again where the request waited: rights and sessions that ended meanwhile count. */
async function readmitted(ctx: TransactionContext): Promise<TransactionContext> {
  if (!ctx.readmit) return ctx;
  const actor = await ctx.readmit(ctx);
  // The same object is an actor in whose name the work goes on without being read.
  if (actor !== ctx.actor) readActors.set(actor, ctx.db);
  return { ...ctx, actor };
}

/**
 * Runs the work in one transaction, which an error rolls back. Inside another transaction it joins that one. A transaction of a
 * changing request reloads the actor first: SQLite runs one transaction at a time, so it may have waited.
 */
export function transaction<T>(ctx: Context, work: (ctx: TransactionContext) => Promise<T>): Promise<T> {
  if (isTransactionContext(ctx)) return work(ctx);
  return inNewTransaction(ctx, async (ctx) => work(await readmitted(ctx)));
}

async function inNewTransaction<T>(ctx: Context, work: (ctx: TransactionContext) => Promise<T>): Promise<T> {
  const { result, kinds, entries, changesIndex } = await ctx.db.transaction().execute(async (db) => {
    const unwritten: PendingAuditRow[] = [];
    const result = await work({ ...ctx, db, pendingAuditEvents: unwritten, heldLocks: new Set() });
    const { appended: entries, mayHaveWebhooks, mayHaveDigests } = await appendAuditRows(db, ctx, unwritten);
    const changes = await recordChanges(db, unwritten, ctx.now());
    // Written with the changes themselves, so that no job is lost.
    const rootIds = mayHaveDigests ? await listImmediateDigests(db, [...changes.keys()]) : [];
    await enqueueJobs(db, dueDigests(changes, rootIds, ctx.now()), ctx.now());
    const actions = mayHaveWebhooks ? unwritten.map(({ action }) => action) : [];
    await enqueueJobs(db, dueWebhooks(await listWebhooksFor(db, actions)), ctx.now());
    return { result, kinds: listEnqueuedKinds(db), entries, changesIndex: hasIndexChanges(db) };
  });
  // Most transactions add none, and looking for jobs costs several queries in each lane.
  if (kinds.length > 0) ctx.wakeJobs(kinds);
  if (changesIndex) ctx.wakeIndex();
  // Never before the commit: an entry that the database does not have would look removed.
  if (ctx.config.logsAuditEntries)
    for (const { row, readable } of entries) ctx.log.info({ audit: { ...row, readable } }, 'audit');
  return result;
}

/**
 * Runs like `transaction`, and excludes other transactions with the same lock, such as that of the folder tree. The actor is read
 * again once the lock is held.
 */
export function withLock<T>(
  ctx: Context,
  lockName: LockName,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const locked = async (ctx: TransactionContext): Promise<T> => {
    if (ctx.heldLocks.has(lockName)) return work(ctx);
    await acquireLock(ctx.db, lockName, ctx.now());
    ctx.heldLocks.add(lockName);
    return work(await readmitted(ctx));
  };
  return isTransactionContext(ctx) ? locked(ctx) : inNewTransaction(ctx, locked);
}
