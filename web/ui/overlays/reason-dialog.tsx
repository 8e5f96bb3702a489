import { type FormEvent, type ReactNode, useState } from 'react';
import { Notice } from '../feedback/notice.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Dialog } from './dialog.tsx';
import { SaveActions } from './save-actions.tsx';
import { LossGuard } from './unsaved.ts';

interface ReasonDialogProps {
  title: string;
  description: ReactNode;
  /** The verb of the action, such as 'Withdraw'. */
  confirmLabel: string;
  isDestructive?: boolean;
  busy: boolean;
  /** The message for a blank reason. */
  blankMessage: string;
  /** Message of the failed action. */
  problem?: string | undefined;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** Choices below the reason. */
  children?: ReactNode;
}

/** Asks for the reason of an action, which cannot be blank. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    description,
    confirmLabel,
    isDestructive = false,
    busy,
    blankMessage,
    problem,
    children,
  } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const message = problem ?? (isMissing ? blankMessage : undefined);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    props.onConfirm(reason);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} {...{ title, description }}>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <LossGuard isLost={reason !== ''} />
        {message !== undefined && (
          <Notice tone="danger" urgent>
            {message}
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
        {children}
        <SaveActions
          label={confirmLabel}
          variant={isDestructive ? 'danger' : 'primary'}
          busy={busy}
          onCancel={props.onClose}
        />
      </form>
    </Dialog>
  );
}
