import { type FormEvent, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { ENTER_REASON } from '#shared/domain/messages.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useWithdrawVersion } from './api.ts';

interface WithdrawDialogProps {
  file: File;
  version: FileVersion;
  onClose: () => void;
}

/** Asks for the reason of a withdrawal. */
export function WithdrawDialog({ file, version, onClose }: WithdrawDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const withdraw = useWithdrawVersion(file, version);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    withdraw.mutate(reason, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Withdraw Version ${version.number}`}
      description={
        version.isCurrent
          ? 'Only owners and administrators can open it then. The newest other version becomes current for everyone.'
          : 'Only owners and administrators can open it then.'
      }
    >
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        {(isMissing || withdraw.error) && (
          <Notice tone="danger" urgent>
            {withdraw.error ? getErrorMessage(withdraw.error) : ENTER_REASON}
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
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={withdraw.isPending}>
            Withdraw
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
