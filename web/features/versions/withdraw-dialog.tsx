import type { File } from '#shared/contracts/files.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { ENTER_REASON } from '#shared/domain/messages.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { ReasonDialog } from '#web/ui/overlays/reason-dialog.tsx';
import { useWithdrawVersion } from './api.ts';

interface WithdrawDialogProps {
  file: File;
  version: FileVersion;
  onClose: () => void;
}

/** Asks for the reason of a withdrawal. */
export function WithdrawDialog({ file, version, onClose }: WithdrawDialogProps) {
  const withdraw = useWithdrawVersion(file, version);
  return (
    <ReasonDialog
      title={`Withdraw Version ${version.number}`}
      description={
        version.isCurrent
          ? 'Only owners and administrators can open it then. The newest other version becomes current for everyone.'
          : 'Only owners and administrators can open it then.'
      }
      confirmLabel="Withdraw"
      isDestructive
      busy={withdraw.isPending}
      problem={withdraw.error ? getErrorMessage(withdraw.error) : undefined}
      blankMessage={ENTER_REASON}
      onConfirm={(reason) => withdraw.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
