import { useState } from 'react';
import type { DraftSelection } from '#shared/contracts/rooms/drafts.ts';
import { MAX_SELECTED_DRAFTS } from '#shared/domain/limits.ts';
import { clearSent } from '#web/lib/forms/clear-sent.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useRoom } from '../api.ts';
import { ApproverSelect } from './approver-select.tsx';
import { countSelected } from './choose-drafts.ts';
import { labelChoice, type PublicationChoice, presentChoice } from './publication-choice.ts';
import { usePublish } from './publications-api.ts';

interface PublishFormProps {
  roomId: number;
  version: string;
  /** Absent for all drafts. */
  selection: DraftSelection | undefined;
}

/** Publishes the chosen drafts of a room now or at a date, or requests the approval that this needs. */
export function PublishForm({ roomId, version, selection }: PublishFormProps) {
  const [time, setTime] = useState('');
  const [approver, setApprover] = useState<number>();
  const publish = usePublish(roomId);
  const clear = () => {
    setTime(clearSent(time));
    setApprover((current) => (current === approver ? undefined : current));
  };
  const needsApproval = useRoom(roomId).data?.settings.publicationApproval === true;
  const choice: PublicationChoice = { time, approver, needsApproval };
  const count = selection && countSelected(selection);
  const isTooMany = count !== undefined && count > MAX_SELECTED_DRAFTS;
  return (
    <CheckedForm
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => {
        publish.mutate(
          {
            version,
            ...(selection && { selection }),
            ...presentChoice(choice),
          },
          // Kept after a refusal: without them, the same button would publish at once.
          { onSuccess: clear },
        );
      }}
    >
      {isTooMany && (
        <div className="basis-full">
          <Notice tone="info">
            At most {MAX_SELECTED_DRAFTS.toLocaleString('en')} drafts can be selected. Publish the others
            after these, or all together.
          </Notice>
        </div>
      )}
      <TextField
        label="Publish at (optional)"
        name="at"
        type="datetime-local"
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
      {!needsApproval && <ApproverSelect roomId={roomId} value={approver} onChange={setApprover} />}
      <Button type="submit" variant="primary" busy={publish.isPending} disabled={count === 0 || isTooMany}>
        {labelChoice(choice)}
      </Button>
    </CheckedForm>
  );
}
