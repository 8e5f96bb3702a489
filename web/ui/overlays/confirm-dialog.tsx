import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { closeOnEscape } from './close-on-escape.ts';
import { DIALOG_STYLES, OVERLAY_STYLES } from './dialog-styles.ts';
import { useReturnFocus } from './return-focus.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** States the consequence. */
  description: ReactNode;
  /** The verb of the action, such as 'Delete'. */
  confirmLabel: string;
  onConfirm: () => void;
  /** Choices below the description. */
  children?: ReactNode;
  /** `danger` unless nothing is lost. */
  variant?: 'danger' | 'primary';
  /** Keeps the dialog open while the action runs; the caller closes it afterwards. */
  busy: boolean;
  /** Prevents the action, such as while its consequence is not known. */
  disabled?: boolean;
}

/** Asks for confirmation, mostly of a destructive action. Cancel has the initial focus, so that Enter alone deletes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, onConfirm, busy, children } = props;
  const { variant = 'danger', disabled = false } = props;
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className={OVERLAY_STYLES}>
          <Primitive.Content
            {...returnFocus}
            onKeyDown={closeOnEscape(() => !busy && onOpenChange(false))}
            className={`${DIALOG_STYLES} max-w-sm p-5`}
          >
            <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
            <Primitive.Description className="mt-1 text-ink-muted">{description}</Primitive.Description>
            {children}
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <Primitive.Cancel asChild>
                <Button disabled={busy}>Cancel</Button>
              </Primitive.Cancel>
              <Button variant={variant} disabled={disabled} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
