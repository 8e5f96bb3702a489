import { useState } from 'react';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { ENTER_REASON } from '#shared/domain/messages.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ReasonDialog } from '#web/ui/overlays/reason-dialog.tsx';
import { useDecide } from './exposure-api.ts';
import { FINDING_LABELS } from './finding-labels.ts';

interface AcceptDialogProps {
  checkId: number;
  finding: ExposureFinding;
  onClose: () => void;
}

/** Asks for the reason why a finding may be seen. */
export function AcceptDialog({ checkId, finding, onClose }: AcceptDialogProps) {
  const [alsoSame, setAlsoSame] = useState(true);
  const decide = useDecide(checkId);
  return (
    <ReasonDialog
      title={`Accept ${FINDING_LABELS[finding.kind][0]}`}
      description={<span className="wrap-anywhere">{finding.text?.found}</span>}
      confirmLabel="Accept"
      busy={decide.isPending}
      blankMessage={ENTER_REASON}
      onConfirm={(reason) =>
        decide.mutate({ finding, decision: 'accept', reason, alsoSame }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Checkbox
        label="Accept it everywhere in this check"
        checked={alsoSame}
        onChange={(event) => setAlsoSame(event.target.checked)}
      />
    </ReasonDialog>
  );
}
