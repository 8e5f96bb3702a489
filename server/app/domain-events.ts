import { enqueueJobs } from '#server/engines/queue/job-queue.ts';
import type { Context } from './context.ts';

/** Facts that a feature states for later ones; each becomes a job in the transaction of the change itself. */
export interface DomainEvents {
  /** A file is there, or its name or place is another. */
  'file.uploaded': { fileId: number };
  'file.changed': { fileId: number };
  /** Pages of a file are pictures, whose words may be recognised; `gap` is what else is missing of its text. */
  'file.ocr_requested': { fileId: number; pages: readonly number[]; gap: string | null };
  /** The same of many files at once, as one job. */
  'files.changed': { fileIds: readonly number[] };
  /** A folder was renamed, moved or deleted: every file below it is found elsewhere now, or nowhere. */
  'folder.changed': { folderId: number };
  /** Out of the trash for good: the rows go in slices. */
  'folder.purged': { folderId: number };
  'file.purged': { fileId: number };
  /** Files came into a folder, `fileId` first. Stated once for all that come while it waits to be heard. */
  'folder.files_added': { folderId: number; fileId: number };
  /** Somebody was made a collaborator by somebody else. */
  'collaborator.added': { folderId: number; userId: number; byId: number };
  /** A mail is in the outbox. */
  'mail.queued': { mailId: number };
  /** Somebody owns files now that were another's: those in the root are found by their owner. */
  'files.ownership_transferred': { ownerId: number };
  /** An administrator wants the search index made anew. */
  'index.rebuild_requested': object;
}

interface StateOptions {
  /** Later features hear of the fact only after this time. */
  delayMs?: number;
  /** Nothing is added while a fact with this key waits to be heard. */
  dedupeKey?: string;
}

/** States a fact. Must run inside `transaction`, so that it is kept exactly when the change is. */
export async function publish<K extends keyof DomainEvents>(
  ctx: Context,
  event: K,
  payload: DomainEvents[K],
  { delayMs = 0, dedupeKey }: StateOptions = {},
): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`The fact ${event} was stated outside a transaction`);
  const job = {
    kind: event,
    payload,
    runAt: ctx.now() + delayMs,
    ...(dedupeKey !== undefined && { dedupeKey }),
  };
  await enqueueJobs(ctx.db, [job], ctx.now());
}
