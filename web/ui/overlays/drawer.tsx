import X from 'lucide-react/icons/x';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { closeOnEscape } from './close-on-escape.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useReturnFocus } from './return-focus.ts';
import { UnsavedContext, useGuardedClosing } from './unsaved.ts';

interface DrawerProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal panel at the right edge of the window; on phones, a sheet over the page. Where its content calls `useLossQuestion`, it
 * closes only after the question.
 */
export function Drawer({ title, description, onClose, children }: DrawerProps) {
  const returnFocus = useReturnFocus();
  const { unsaved, change, question, isGuarded, keep, discard } = useGuardedClosing(
    (open) => !open && onClose(),
  );
  return (
    <Primitive.Root open onOpenChange={change}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          onKeyDown={closeOnEscape(() => change(false))}
          onInteractOutside={(event) => isGuarded() && event.preventDefault()}
          onCloseAutoFocus={returnFocus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            // Focuses the drawer itself: a focused button would open its tooltip, and a field the keyboard of a phone.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] animate-rise flex-col rounded-t-lg border-line border-t bg-raised shadow-popup outline-none md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-112 md:animate-slide-in md:rounded-none md:border-t-0 md:border-l"
        >
          <div className="flex items-center gap-2 border-line border-b py-2 pr-2 pl-5">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="break-words font-semibold text-lg">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="text-ink-muted">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton icon={X} label="Close" />
            </Primitive.Close>
          </div>
          <div className="flex flex-col gap-6 overflow-y-auto overscroll-contain p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
            <UnsavedContext value={unsaved}>{children}</UnsavedContext>
          </div>
          {question && (
            <ConfirmDialog open {...question} busy={false} onOpenChange={keep} onConfirm={discard} />
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
