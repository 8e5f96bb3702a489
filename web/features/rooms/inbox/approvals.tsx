import { useId, useState } from 'react';
import type { Approval } from '#shared/contracts/rooms/approvals.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { MAX_LISTED_APPROVALS } from '#shared/domain/limits.ts';
import { useIsViewAs } from '#web/features/accounts/visitor-session.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ReasonDialog } from '#web/ui/overlays/reason-dialog.tsx';
import { describeDifference } from '../publish/describe-publication.ts';
import { useApprovePublication, useDeclinePublication } from '../publish/publications-api.ts';
import { useApprovals } from './task-queries.ts';

/** Lists the publications that wait for the agreement of a member of a group. */
export function Approvals() {
  const list = useApprovals();
  const approvals = list.data ?? [];
  const headingId = useId();
  if (approvals.length === 0)
    return <FailedList lists={[list]} summary="Publications to agree to could not be loaded" />;
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-2 p-4">
        <h2 id={headingId} className="font-semibold text-base">
          Waiting for your agreement
        </h2>
        <ul className="divide-y divide-line">
          {approvals.map((approval) => (
            <AwaitedPublication key={approval.id} approval={approval} />
          ))}
        </ul>
        {approvals.length === MAX_LISTED_APPROVALS && (
          <p className="text-ink-muted">
            The first {MAX_LISTED_APPROVALS} are listed. More appear once you have decided.
          </p>
        )}
      </Card>
    </section>
  );
}

function AwaitedPublication({ approval }: { approval: Approval }) {
  const [isDeclining, setDeclining] = useState(false);
  const agree = useApprovePublication();
  const decline = useDeclinePublication();
  const { id, version, publishAt } = approval;
  const isViewAs = useIsViewAs();
  return (
    <li className="flex min-h-row flex-wrap items-center justify-between gap-2 py-1">
      <p className="min-w-0 flex-1 basis-60">
        Your group {describeDifference(approval) || 'sees no change'}
        <span className="text-ink-muted">
          {publishAt === null ? ', as soon as you agree.' : `, on ${formatDateTime(publishAt)} if you agree.`}
        </span>
      </p>
      <span className="flex gap-2">
        <Button
          variant="primary"
          busy={agree.isPending}
          disabled={isViewAs}
          onClick={() => agree.mutate({ id, version })}
        >
          Agree
        </Button>
        <Button disabled={isViewAs} onClick={() => setDeclining(true)}>
          Decline
        </Button>
      </span>
      {isDeclining && (
        <ReasonDialog
          title="Decline the Publication?"
          description="The managers of the data room are told the reason."
          confirmLabel="Decline"
          blankMessage="Enter a reason"
          busy={decline.isPending}
          onConfirm={(reason) => decline.mutate({ id, reason }, { onSuccess: () => setDeclining(false) })}
          onClose={() => setDeclining(false)}
        />
      )}
    </li>
  );
}
