import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { Toast as Primitive } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { buttonStyles, textButtonSizeStyles } from '../buttons/button-styles.ts';
import { isOverlayOpen } from '../overlays/close-on-escape.ts';
import { ProgressBar } from './progress-bar.tsx';
import { dismissToast, getToasts, subscribeToToasts, type ToastState } from './toast.ts';

const VARIANT_ICONS = {
  default: { icon: Info, color: 'text-ink-muted' },
  info: { icon: Info, color: 'text-accent-ink' },
  success: { icon: CircleCheck, color: 'text-success-ink' },
  warning: { icon: TriangleAlert, color: 'text-warning-ink' },
  destructive: { icon: CircleAlert, color: 'text-danger-ink' },
} as const;

/**
 * Shows toasts in the corner of the screen for 5 seconds each, and those with a progress until it ends. A swipe to the right
 * dismisses one, F8 focuses them.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts);
  return createPortal(
    // An open dialog hides the rest of the page from screen readers, except elements with aria-live. Radix announces toasts.
    <div aria-live="off">
      <Primitive.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
        {toasts.map((each) => (
          <Toast key={each.id} {...each} />
        ))}
        <Primitive.Viewport className="pointer-events-none fixed right-0 bottom-0 z-50 flex max-h-dvh w-full flex-col gap-2 overflow-y-auto p-4 pb-[calc(1rem+var(--bottom-bar-size,0px)+var(--upload-tray-size,0px))] outline-none empty:hidden md:max-w-[420px]" />
      </Primitive.Provider>
    </div>,
    document.body,
  );
}

function Toast({ id, open, title, description, variant = 'default', progress, action }: ToastState) {
  const { icon: Icon, color } = VARIANT_ICONS[variant];
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next) => !next && dismissToast(id)}
      onEscapeKeyDown={keepBehindOverlay}
      {...(progress !== undefined && { duration: Number.POSITIVE_INFINITY })}
      // Only an error interrupts the screen reader.
      type={variant === 'destructive' ? 'foreground' : 'background'}
      className="pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 shadow-popup data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
    >
      <Icon size={16} className={clsx('mt-1.5 shrink-0', color)} />
      <div className="min-w-0 flex-1 py-1">
        <Primitive.Title className={clsx('font-medium', variant === 'destructive' && 'text-danger-ink')}>
          {title}
        </Primitive.Title>
        {description !== undefined && (
          <Primitive.Description className="text-ink-muted tabular-nums">{description}</Primitive.Description>
        )}
        {progress !== undefined && (
          <div className="mt-1.5">
            <ProgressBar label={title} value={progress} />
          </div>
        )}
      </div>
      {action && (
        <Primitive.Action
          altText={`${action.label}: press F8 to focus notifications`}
          onClick={action.onAction}
          className={buttonStyles('secondary', textButtonSizeStyles('small'))}
        >
          {action.label}
        </Primitive.Action>
      )}
      <Primitive.Close aria-label="Close" className={buttonStyles('ghost', 'size-control-small')}>
        <X size={14} />
      </Primitive.Close>
    </Primitive.Root>
  );
}

/** Leaves Escape to an open dialog or menu, unless the focus is in the toast. */
function keepBehindOverlay(event: KeyboardEvent): void {
  const isInToast = event.target instanceof Element && event.target.closest('[role=region] li') !== null;
  if (!isInToast && isOverlayOpen()) event.preventDefault();
}
