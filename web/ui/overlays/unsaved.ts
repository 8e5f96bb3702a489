import { createContext, use, useEffect, useId } from 'react';

/** The question before a dialog closes in which something would be lost. */
export interface LossQuestion {
  readonly title: string;
  readonly description: string;
  /** The verb of closing it, such as 'Discard'. */
  readonly confirmLabel: string;
}

/** The questions of the parts of a dialog, by the ID of each part. */
export type LossQuestions = Map<string, LossQuestion>;

export const LossContext = createContext<LossQuestions | null>(null);

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
  const questions = use(LossContext);
  const id = useId();
  useEffect(() => {
    if (question === null) return;
    questions?.set(id, question);
    return () => void questions?.delete(id);
  }, [questions, id, question]);
}

/** Asks before the surrounding dialog discards what was entered; for a form inside the dialog that it belongs to. */
export function LossGuard({ isLost }: { isLost: boolean }): null {
  useLossQuestion(isLost ? DISCARD_CHANGES : null);
  return null;
}
