import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { abandonMail } from '#server/modules/mail/abandon-mail.ts';
import { describeFailedKind } from '#shared/domain/jobs/failed-jobs.ts';
import { loadQuarantinedJob } from './load-quarantined-job.ts';
import { removeJob } from './queue-queries.ts';

/** Removes a quarantined job for good. Refuses where nothing else would ever do what remains. */
export function discardJob(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { kind, payload } = await loadQuarantinedJob(ctx, id);
    const { only, undone } = describeFailedKind(kind);
    if (only === 'retry')
      throw new AppError('conflict', `${undone} Remove the cause of the error and retry the job.`);
    if (kind === 'mail.queued') await abandonMail(ctx, payload);
    await removeJob(ctx.db, id);
    await audit(ctx, { action: 'job.discard', object: { kind: 'job', id, name: kind } });
  });
}
