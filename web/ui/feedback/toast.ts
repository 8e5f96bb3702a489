type ToastVariant = 'default' | 'destructive' | 'success' | 'warning' | 'info';

interface ToastOptions {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** From 0 to 1. A toast with a progress stays until it is dismissed. */
  progress?: number;
  /** The action that failed: its toast is dismissed once the action succeeds. */
  failed?: string | undefined;
  /** An action offered while the toast is open, such as 'Undo'. */
  action?: { label: string; onAction: () => void };
}

export interface ToastState extends ToastOptions {
  id: number;
  open: boolean;
}

const MAX_TOASTS = 5;
/** Keeps a closed toast for its exit animation. */
const REMOVAL_DELAY_MS = 5000;

let toasts: readonly ToastState[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a toast and returns its id. Can be called from anywhere, also outside React. At most MAX_TOASTS are kept; the
 * oldest is dropped.
 */
export function toast(options: ToastOptions): number {
  lastId += 1;
  setToasts([...toasts, { ...options, id: lastId, open: true }].slice(-MAX_TOASTS));
  return lastId;
}

/** Changes what a toast shows, unless it was dismissed. */
export function updateToast(id: number, changes: Partial<ToastOptions>): void {
  if (toasts.some((each) => each.id === id && each.open))
    setToasts(toasts.map((each) => (each.id === id ? { ...each, ...changes } : each)));
}

/** Closes a toast at once and removes it after REMOVAL_DELAY_MS. */
export function dismissToast(id: number): void {
  setToasts(toasts.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => setToasts(toasts.filter((each) => each.id !== id)), REMOVAL_DELAY_MS);
}

/** Dismisses the toasts of an action that failed before and has succeeded now. */
export function dismissFailures(action: string): void {
  for (const { id, open, failed } of toasts) if (open && failed === action) dismissToast(id);
}

export function getToasts(): readonly ToastState[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToasts(next: readonly ToastState[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
