type ToastVariant = 'default' | 'destructive' | 'success' | 'warning' | 'info';

interface ToastText {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** Something to do about it, as 'Undo', while the toast is there. */
  action?: { label: string; onAction: () => void };
}

export interface ShownToast extends ToastText {
  id: number;
  open: boolean;
}

const MOST_AT_ONCE = 5;
/** A closed toast stays this long, so that it can leave in peace. */
const REMOVAL_DELAY_MS = 5000;

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Tells the person in the corner of the screen what has happened. Can be called from anywhere. */
export function toast(text: ToastText): void {
  lastId += 1;
  change([...toasts, { ...text, id: lastId, open: true }].slice(-MOST_AT_ONCE));
}

export function dismissToast(id: number): void {
  change(toasts.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => change(toasts.filter((each) => each.id !== id)), REMOVAL_DELAY_MS);
}

export function listToasts(): readonly ShownToast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
