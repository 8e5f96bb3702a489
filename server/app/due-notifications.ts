import type { NewJob } from '#server/engines/queue/job-queue.ts';
import { DIGEST_DELAY_MS } from '#shared/domain/changes/digests.ts';

/**
 * Returns a job for each root folder of which a reader wants mails soon, with the time of its last change, which a publication at
 * a date has in the future.
 */
export function dueDigests(
  changes: ReadonlyMap<number, number>,
  immediateRootIds: readonly number[],
  now: number,
): NewJob[] {
  const wanted = new Set(immediateRootIds);
  return [...changes].flatMap(([rootId, changedAt]) => {
    const isLater = changedAt > now;
    // It is not known yet who will want mails when the publication appears.
    if (!isLater && !wanted.has(rootId)) return [];
    const dedupeKey = `digests:${rootId}${isLater ? `:${changedAt}` : ''}`;
    const runAt = Math.max(changedAt, now) + DIGEST_DELAY_MS;
    return { kind: 'digests.collect', payload: { rootId }, dedupeKey, runAt };
  });
}

/** Returns a job for each of these webhooks, which sends what was done; the job reads the audit log. */
export const dueWebhooks = (webhookIds: readonly number[]): NewJob[] =>
  webhookIds.map((webhookId) => ({
    kind: 'webhook.due',
    payload: { webhookId },
    dedupeKey: `webhook:${webhookId}`,
    ownerId: webhookId,
  }));
