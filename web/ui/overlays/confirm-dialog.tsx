import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { DIALOG_STYLES, OVERLAY_STYLES } from './dialog-styles.ts';
import { useReturnFocus } from './return-focus.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will be lost. */
  description: ReactNode;
  /** The verb of the deed, as 'Delete'. */
  confirmLabel: string;
  onConfirm: () => void;
  /** While the deed is being done the dialog stays; whoever opened it closes it after. */
  busy: boolean;
}

/** Asks before something that destroys. Cancel has the focus, so that a hasty Enter does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, onConfirm, busy } = props;
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className={OVERLAY_STYLES}>
          <Primitive.Content {...returnFocus} className={`${DIALOG_STYLES} max-w-sm p-5`}>
            <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
            <Primitive.Description className="mt-1 text-ink-muted">{description}</Primitive.Description>
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <Primitive.Cancel asChild>
                <Button disabled={busy}>Cancel</Button>
              </Primitive.Cancel>
              <Button variant="danger" busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
