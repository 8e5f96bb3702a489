import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

interface UnverifiedAddressDialogProps {
  /** The account whose address is not verified; the dialog is open while it is set. */
  username: string | null;
  isAdding: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a user is added whose address nobody has confirmed. */
export function UnverifiedAddressDialog({
  username,
  isAdding,
  onConfirm,
  onClose,
}: UnverifiedAddressDialogProps) {
  return (
    <ConfirmDialog
      open={username !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Unverified Address"
      description={
        <>
          <strong className="break-words font-medium text-ink">{username}</strong> registered with this
          address, but nobody has confirmed that it is theirs. Add them only if you know the account.
        </>
      }
      confirmLabel={isAdding ? 'Adding...' : 'Add Anyway'}
      onConfirm={onConfirm}
      busy={isAdding}
    />
  );
}
