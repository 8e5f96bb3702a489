import type { PendingAuditRow } from '#server/database/audit/pending-audit-row.ts';
import { listImmediateDigests } from '#server/database/list-immediate-digests.ts';
import { listWebhooksFor } from '#server/database/list-webhooks-for.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RecordedChanges } from '#server/database/record-changes.ts';
import { enqueueJobs } from '#server/engines/queue/job-queue.ts';

/** For this long changes are collected before mails report them to those who do not want to wait longer. */
export const DIGEST_DELAY_MS = 15 * 60 * 1000;

/** Adds, with the change itself, a job for each root folder of which a reader wants mails soon. */
export async function announceToDigests(db: Database, changes: RecordedChanges, now: number): Promise<void> {
  const wanted = new Set(await listImmediateDigests(db, [...changes.keys()]));
  const jobs = [...changes].flatMap(([rootId, changedAt]) => {
    const isLater = changedAt > now;
    // Who wants mails when a publication appears is not known yet.
    if (!isLater && !wanted.has(rootId)) return [];
    const dedupeKey = `digests:${rootId}${isLater ? `:${changedAt}` : ''}`;
    const runAt = Math.max(changedAt, now) + DIGEST_DELAY_MS;
    return [{ kind: 'digests.collect', payload: { rootId }, dedupeKey, runAt }];
  });
  await enqueueJobs(db, jobs, now);
}

/** Adds, with the change itself, a job for each webhook that sends what was done; the job reads the audit log. */
export async function announceToWebhooks(
  db: Database,
  events: readonly PendingAuditRow[],
  now: number,
): Promise<void> {
  const ids = await listWebhooksFor(
    db,
    events.map(({ action }) => action),
  );
  const jobs = ids.map((webhookId) => ({
    kind: 'webhook.due',
    payload: { webhookId },
    dedupeKey: `webhook:${webhookId}`,
    ownerId: webhookId,
  }));
  await enqueueJobs(db, jobs, now);
}
