import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import type { DraftSelection, GroupDifference } from '#shared/contracts/rooms/drafts.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { isUnfinished, useCheck, useRequestCheck } from '../exposure/exposure-api.ts';
import { countThings } from '../exposure/finding-labels.ts';
import { addressOfCheck } from '../exposure/open-check.ts';

interface DraftCheckProps {
  roomId: number;
  version: string;
  /** Absent for all drafts. */
  selection: DraftSelection | undefined;
  groups: readonly GroupDifference[];
}

/** Checks what a group would learn from the chosen drafts before they are published. */
export function DraftCheck({ groups, ...props }: DraftCheckProps) {
  const [chosen, setChosen] = useState<number>();
  const affected = groups.find(({ gains, changes }) => gains + changes > 0) ?? groups[0];
  const groupId = chosen ?? affected?.groupId;
  if (groupId === undefined) return null;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        label="Exposure check for"
        value={String(groupId)}
        onChange={(event) => setChosen(Number(event.target.value))}
        options={groups.map(({ groupId: id, name }) => ({ value: String(id), label: name }))}
      />
      <GroupCheck key={groupId} groupId={groupId} {...props} />
    </div>
  );
}

function GroupCheck({
  roomId,
  groupId,
  version,
  selection,
}: Omit<DraftCheckProps, 'groups'> & { groupId: number }) {
  const request = useRequestCheck(groupId);
  return (
    <>
      <Button
        icon={ShieldCheck}
        busy={request.isPending}
        onClick={() => request.mutate(selection ? { selection, version } : { includeDrafts: true })}
      >
        {selection ? 'Check Selected Drafts' : 'Check with All Drafts'}
      </Button>
      {request.data && <CheckResult id={request.data.id} {...{ roomId, groupId }} />}
    </>
  );
}

function CheckResult({ id, roomId, groupId }: { id: number; roomId: number; groupId: number }) {
  const { data: check, error } = useCheck(id);
  if (error && !check) return <Notice tone="warning">{getErrorMessage(error)}</Notice>;
  if (!check || isUnfinished(check))
    return (
      <p role="status" className="basis-full text-ink-muted">
        Checking…
      </p>
    );
  return (
    <div role="status" className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        {check.state === 'failed'
          ? 'The check failed'
          : `${countThings(check.findings, 'finding')} in ${countThings(check.documents, 'document')}, ${check.undecided.toLocaleString('en')} undecided`}
      </p>
      <ButtonLink size="small" href={addressOfCheck({ id, roomId, groupId })}>
        Open Check
      </ButtonLink>
      {check.isOutOfDate && (
        <div className="basis-full">
          <Notice tone="warning">
            A draft, or the names or test questions of the room, have changed since this check, or a draft
            could not be read yet. Check the drafts again.
          </Notice>
        </div>
      )}
    </div>
  );
}
