import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { describeFailedKind } from '#shared/domain/jobs/failed-jobs.ts';
import { loadQuarantinedJob } from './load-quarantined-job.ts';
import { setRetried } from './queue-queries.ts';

/** Gives a quarantined job three more attempts, once its cause is removed; the first one now. */
export async function retryJob(ctx: Context, id: number): Promise<void> {
  const kind = await transaction(ctx, async (ctx) => {
    const { kind } = await loadQuarantinedJob(ctx, id);
    if (describeFailedKind(kind).only === 'discard')
      throw new AppError(
        'conflict',
        'A retry would do nothing: the failure was recorded where the work was requested. Discard the job, and request the work again.',
      );
    await setRetried(ctx.db, id, ctx.now());
    await audit(ctx, { action: 'job.retry', object: { kind: 'job', id, name: kind } });
    return kind;
  });
  ctx.wakeJobs([kind]);
}
