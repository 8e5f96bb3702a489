import { useState } from 'react';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ReasonDialog } from '#web/ui/overlays/reason-dialog.tsx';
import { useOpenEmergencyAccess } from './emergency-api.ts';

interface EmergencyAccessButtonProps {
  roomId: number;
  /** The name of the room. */
  name: string;
}

/** Asks an administrator for the reason to open a room that administrators may not read. */
export function EmergencyAccessButton({ roomId, name }: EmergencyAccessButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = useOpenEmergencyAccess(roomId);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Emergency Access<span className="sr-only"> to {name}</span>
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Open Emergency Access to ${name}?`}
          description="You can read and manage the room for 60 minutes. Your reason is recorded, and managers with a confirmed address get an email."
          confirmLabel="Open Emergency Access"
          blankMessage="Enter a reason"
          busy={open.isPending}
          problem={open.error ? getErrorMessage(open.error) : undefined}
          onConfirm={(reason) => open.mutate(reason, { onSuccess: () => setIsOpen(false) })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
