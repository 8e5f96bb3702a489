type ToastVariant = 'default' | 'destructive' | 'success' | 'warning' | 'info';

interface ToastOptions {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** Something to do about it, as 'Undo', while the toast is there. */
  action?: { label: string; onAction: () => void };
}

export interface ToastState extends ToastOptions {
  id: number;
  open: boolean;
}

const MAX_TOASTS = 5;
/** A closed toast stays this long, so that it can leave in peace. */
const REMOVAL_DELAY_MS = 5000;

let toasts: readonly ToastState[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Tells the person in the corner of the screen what has happened. Can be called from anywhere. */
export function toast(text: ToastOptions): void {
  lastId += 1;
  setToasts([...toasts, { ...text, id: lastId, open: true }].slice(-MAX_TOASTS));
}

export function dismissToast(id: number): void {
  setToasts(toasts.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => setToasts(toasts.filter((each) => each.id !== id)), REMOVAL_DELAY_MS);
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
