import type { Context } from './context.ts';
import { enqueueJobs } from './platform/jobs/enqueue-jobs.ts';

/** Facts that a feature states for later ones; each becomes a job in the transaction of the change itself. */
export interface Facts {
  /** A file is there, or its name or place is another. */
  'file.uploaded': { fileId: number };
  'file.changed': { fileId: number };
  /** The same of many files at once, as one job. */
  'files.changed': { fileIds: readonly number[] };
  /** A folder was renamed, moved or deleted: every file below it is found elsewhere now, or nowhere. */
  'folder.changed': { folderId: number };
  /** An administrator wants the search index made anew. */
  'index.doubted': object;
}

/** States a fact. Must run inside `transaction`, so that it is kept exactly when the change is. */
export async function state<K extends keyof Facts>(ctx: Context, fact: K, payload: Facts[K]): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`The fact ${fact} was stated outside a transaction`);
  await enqueueJobs(ctx.db, [{ kind: fact, payload }], ctx.now());
}
