import { type FormEvent, useState } from 'react';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { ENTER_REASON } from '#shared/domain/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useDecide } from './exposure-api.ts';
import { FINDING_LABELS } from './finding-labels.ts';

interface AcceptDialogProps {
  checkId: number;
  finding: ExposureFinding;
  onClose: () => void;
}

/** Asks for the reason why a finding may be seen. */
export function AcceptDialog({ checkId, finding, onClose }: AcceptDialogProps) {
  const [reason, setReason] = useState('');
  const [alsoSame, setAlsoSame] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const decide = useDecide(checkId);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    decide.mutate({ finding, decision: 'accept', reason, alsoSame }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Accept ${FINDING_LABELS[finding.kind][0]}`}
      description={<span className="wrap-anywhere">{finding.text?.found}</span>}
    >
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        {isMissing && (
          <Notice tone="danger" urgent>
            {ENTER_REASON}
          </Notice>
        )}
        <TextField
          label="Reason"
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
        <Checkbox
          label="Accept it everywhere in this check"
          checked={alsoSame}
          onChange={(event) => setAlsoSame(event.target.checked)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={decide.isPending}>
            Accept
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
