import { createContext, use, useEffect, useId, useState } from 'react';

/** The question before a dialog closes in which something would be lost. */
export interface LossQuestion {
  readonly title: string;
  readonly description: string;
  /** The verb of closing it, such as 'Discard'. */
  readonly confirmLabel: string;
}

/** Reasons that keep a dialog open, by the IDs of the parts of its content. */
interface Unsaved {
  readonly questions: Map<string, LossQuestion>;
  /** Parts whose changes are being saved. */
  readonly pending: Set<string>;
}

export const UnsavedContext = createContext<Unsaved | null>(null);

export const DISCARD_CHANGES: LossQuestion = {
  title: 'Discard Changes',
  description: 'Nothing that you changed here has been saved.',
  confirmLabel: 'Discard',
};

/**
 * Keeps the surrounding dialog open on a click beside it, and makes Escape and its close button ask the question first.
 * Pass `null` while nothing would be lost.
 */
export function useLossQuestion(question: LossQuestion | null): void {
  const unsaved = use(UnsavedContext);
  const id = useId();
  useEffect(() => {
    if (question === null) return;
    unsaved?.questions.set(id, question);
    return () => void unsaved?.questions.delete(id);
  }, [unsaved, id, question]);
}

/** Keeps the surrounding dialog open, without a question, while changes in it are being saved. */
export function useKeepOpen(isPending: boolean): void {
  const unsaved = use(UnsavedContext);
  const id = useId();
  useEffect(() => {
    if (!isPending) return;
    unsaved?.pending.add(id);
    return () => void unsaved?.pending.delete(id);
  }, [unsaved, id, isPending]);
}

/** Asks before the surrounding dialog discards what was entered; for a form inside the dialog that it belongs to. */
export function LossGuard({ isLost }: { isLost: boolean }): null {
  useLossQuestion(isLost ? DISCARD_CHANGES : null);
  return null;
}

/**
 * Returns the `unsaved` for the context of a dialog's content, and a `change` that closes the dialog unless changes are being
 * saved: at once, or after the `question`.
 */
export function useGuardedClosing(onOpenChange: (open: boolean) => void) {
  const [unsaved] = useState<Unsaved>(() => ({ questions: new Map(), pending: new Set() }));
  const [question, setQuestion] = useState<LossQuestion | null>(null);
  const change = (next: boolean): void => {
    if (!next && unsaved.pending.size > 0) return;
    const [first] = unsaved.questions.values();
    if (next || !first) onOpenChange(next);
    else setQuestion(first);
  };
  return {
    unsaved,
    change,
    question,
    /** Returns true while a click beside the dialog is ignored. */
    isGuarded: () => unsaved.pending.size + unsaved.questions.size > 0,
    keep: () => setQuestion(null),
    discard: () => {
      setQuestion(null);
      onOpenChange(false);
    },
  };
}
