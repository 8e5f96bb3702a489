import { clsx } from 'clsx';
import X from 'lucide-react/icons/x';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { closeOnEscape } from './close-on-escape.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DIALOG_STYLES, OVERLAY_STYLES } from './dialog-styles.ts';
import { useReturnFocus } from './return-focus.ts';
import { UnsavedContext, useGuardedClosing } from './unsaved.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Finds the element that receives the focus at the end when no control opened the dialog. */
  findReturnFocus?: () => HTMLElement | null;
  /** Makes room for content in two columns. */
  wide?: boolean;
  /** The form or other content; its buttons go into DialogActions at the end. */
  children: ReactNode;
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/**
 * A modal dialog with a title and a close button, which fills the screen of a phone; it returns the focus when it closes.
 * Where its content calls `useLossQuestion`, it closes only after the question.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, findReturnFocus, wide = false, children } = props;
  const returnFocus = useReturnFocus(findReturnFocus);
  const closeButton = useRef<HTMLButtonElement>(null);
  const { unsaved, change, question, isGuarded, keep, discard } = useGuardedClosing(onOpenChange);
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      <Primitive.Portal>
        <Primitive.Overlay
          className={clsx(OVERLAY_STYLES, 'max-sm:items-stretch max-sm:p-0')}
          // A click beside a dialog that stays open keeps the focus.
          onMouseDown={(event) =>
            event.target === event.currentTarget && isGuarded() && event.preventDefault()
          }
        >
          <Primitive.Content
            {...returnFocus}
            onKeyDown={closeOnEscape(() => change(false))}
            onInteractOutside={(event) => isGuarded() && event.preventDefault()}
            onOpenAutoFocus={(event) => {
              returnFocus.onOpenAutoFocus();
              avoidCloseButton(event, closeButton.current);
            }}
            {...(description === undefined && { 'aria-describedby': undefined })}
            className={clsx(
              DIALOG_STYLES,
              'relative outline-none max-sm:max-w-none max-sm:rounded-none max-sm:border-0',
              wide ? 'sm:max-w-3xl' : 'sm:max-w-md',
            )}
          >
            <Heading title={title} description={description} />
            <UnsavedContext value={unsaved}>
              <div className="px-5 pt-4 pb-5">{children}</div>
            </UnsavedContext>
            {/* Comes last in the DOM, so that the first field receives the focus when the dialog opens. */}
            <Primitive.Close asChild>
              <IconButton ref={closeButton} icon={X} label="Close" className="absolute top-3 right-3" />
            </Primitive.Close>
            {question && (
              <ConfirmDialog open {...question} busy={false} onOpenChange={keep} onConfirm={discard} />
            )}
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Heading({ title, description }: Pick<DialogProps, 'title' | 'description'>) {
  return (
    <div className="px-5 pt-4 pr-14">
      <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
      {description !== undefined && (
        <Primitive.Description className="text-ink-muted">{description}</Primitive.Description>
      )}
    </div>
  );
}

/** Focuses the dialog where its close button would get the focus: its tooltip would open and consume the first Escape. */
function avoidCloseButton(event: Event, closeButton: HTMLButtonElement | null): void {
  const content = event.currentTarget;
  if (!(content instanceof HTMLElement) || content.querySelector(FOCUSABLE) !== closeButton) return;
  event.preventDefault();
  content.focus();
}

/**
 * Lays out the buttons at the end of a dialog; the primary one comes last. In a long dialog they stay in view, at the window’s
 * edge.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-20 sm:-bottom-4 [@media(height<20rem)]:static -mx-5 mt-5 -mb-5 flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-5 py-3 sm:rounded-b-lg">
      {children}
    </div>
  );
}
