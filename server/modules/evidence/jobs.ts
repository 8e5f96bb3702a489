import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { anchorTreeHead } from './anchors/anchor-tree-head.ts';
import { signHourly } from './anchors/sign-hourly.ts';
import { issueVisitorReceipt } from './issue-visitor-receipt.ts';
import { signTreeHead } from './sign-tree-head.ts';

const HOUR_MS = 60 * 60 * 1000;
const visitPayload = z.object({ invitationId: z.int() });

/** Signs the tree of the audit log every hour, and issues receipts for visits. */
export function evidenceJobs(services: Services): [string, JobHandler][] {
  const issue = (kind: 'entry' | 'terms' | 'exit'): JobHandler => ({
    run: (payload) =>
      issueVisitorReceipt(systemContext(services), visitPayload.parse(payload).invitationId, kind),
  });
  return [
    ['evidence.sign-tree-head', { intervalMs: HOUR_MS, run: () => signHourly(systemContext(services)) }],
    ['evidence.tree_head_requested', { run: async () => void (await signTreeHead(systemContext(services))) }],
    ['evidence.anchor', { run: (_payload, signal) => anchorTreeHead(systemContext(services), signal) }],
    ['visitor.entered', issue('entry')],
    ['visitor.accepted_terms', issue('terms')],
    ['visitor.left', issue('exit')],
  ];
}
