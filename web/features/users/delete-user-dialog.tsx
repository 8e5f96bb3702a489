import type { User } from '#shared/contracts/session.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useDeleteUser } from './api.ts';

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, isPending } = useDeleteUser();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete User"
      description={
        <>
          Delete <strong className="break-words font-medium text-ink">{user.username}</strong>? They are
          signed out immediately and ownership of their folders and files transfers to you.
        </>
      }
      confirmLabel={isPending ? 'Deleting...' : 'Delete'}
      onConfirm={() => mutate(user, { onSettled: onClose })}
      busy={isPending}
    />
  );
}
