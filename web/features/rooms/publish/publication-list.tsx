import { useState } from 'react';
import type { Publication } from '#shared/contracts/rooms/publications.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ReasonDialog } from '#web/ui/overlays/reason-dialog.tsx';
import { countEntries, describePeople, describeState, listDifferences } from './describe-publication.ts';
import {
  useApprovePublication,
  useCancelPublication,
  useDeclinePublication,
  usePublications,
} from './publications-api.ts';

interface PublicationListProps {
  roomId: number;
  mayManage: boolean;
}

/** Lists the publications of a room; managers cancel them, and approve or decline those of others. */
export function PublicationList({ roomId, mayManage }: PublicationListProps) {
  const { data, error, refetch } = usePublications(roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Card className="p-4">
      <h2 className="font-semibold text-base">Publications</h2>
      <ul aria-label="Publications" className="divide-y divide-line">
        {data.map((publication) => (
          <li key={publication.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <PublicationSummary publication={publication} />
            {mayManage && <PublicationActions publication={publication} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PublicationSummary({ publication }: { publication: Publication }) {
  const { state, publishAt, reason } = publication;
  const isTimed = state === 'requested' && Date.parse(publishAt) > Date.now();
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p>
        <span className="font-medium">{describeState(publication)}</span> · {countEntries(publication)}
        {isTimed && ` · for ${formatDateTime(publishAt)}`}
      </p>
      <p className="text-ink-muted text-xs wrap-anywhere">
        {[
          describePeople(publication),
          ...listDifferences(publication.groups).map(({ name, text }) => `${name} ${text}`),
        ].join(' · ')}
      </p>
      {reason !== null && <p className="text-xs wrap-anywhere">{reason}</p>}
    </div>
  );
}

function PublicationActions({ publication }: { publication: Publication }) {
  const [isDeclining, setDeclining] = useState(false);
  const cancel = useCancelPublication();
  const approve = useApprovePublication();
  const decline = useDeclinePublication();
  const { id, state, version, mayDecide } = publication;
  if (state !== 'requested' && state !== 'scheduled') return null;
  return (
    <div className="flex flex-wrap gap-2">
      {mayDecide && version !== null && (
        <>
          <Button
            size="small"
            variant="primary"
            busy={approve.isPending}
            onClick={() => approve.mutate({ id, version })}
          >
            Approve
          </Button>
          <Button size="small" onClick={() => setDeclining(true)}>
            Decline
          </Button>
        </>
      )}
      <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
        Cancel Publication
      </Button>
      {isDeclining && (
        <ReasonDialog
          title="Decline the Publication?"
          description="Its content is a draft again. The managers of the room are told the reason."
          confirmLabel="Decline"
          blankMessage="Enter a reason"
          busy={decline.isPending}
          onConfirm={(reason) => decline.mutate({ id, reason }, { onSuccess: () => setDeclining(false) })}
          onClose={() => setDeclining(false)}
        />
      )}
    </div>
  );
}
