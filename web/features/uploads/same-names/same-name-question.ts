import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useActor } from '#web/features/accounts/actor.ts';
import type { PlannedUpload } from '../plan-uploads.ts';
import { createQuestionQueue } from './create-question-queue.ts';

type ResolveNames = (
  planned: readonly PlannedUpload[],
  folderId: number | null,
) => Promise<readonly PlannedUpload[] | null>;

/**
 * Asks once for all uploads whose name a file in their folder has. `resolveNames` returns what to upload, or `null` when the
 * user cancels; `question` is the dialog to render. The code loads with the first upload; without a connection, files are
 * uploaded without the question.
 */
export function useSameNameQuestion(): { resolveNames: ResolveNames; question: ReactNode } {
  const client = useQueryClient();
  const actor = useActor();
  const [question, show] = useState<ReactNode>(null);
  // A second drop would replace the question of the first, which then had no answer.
  const [askInOrder] = useState(createQuestionQueue);
  const resolveNames: ResolveNames = async (planned, folderId) => {
    const code = await import('./resolve-same-names.tsx').catch(() => undefined);
    if (!code) return planned;
    return askInOrder(() => code.resolveSameNames(planned, folderId, { client, actor, show }));
  };
  return { resolveNames, question };
}

/**
 * Asks as `useSameNameQuestion` does, for one submission of a form at a time. `resolveNames` returns `null`, so that nothing is
 * uploaded, also while the last submission is being resolved, and when the form was closed meanwhile.
 */
export function useSameNamesOfForm(): ReturnType<typeof useSameNameQuestion> & { isResolving: boolean } {
  const { resolveNames, question } = useSameNameQuestion();
  const [isResolving, setResolving] = useState(false);
  const isRunning = useRef(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  function setRunning(running: boolean): void {
    isRunning.current = running;
    setResolving(running);
  }
  const resolveOnce: ResolveNames = async (planned, folderId) => {
    if (isRunning.current) return null;
    setRunning(true);
    const resolved = await resolveNames(planned, folderId).finally(() => setRunning(false));
    return isOpen.current ? resolved : null;
  };
  return { resolveNames: resolveOnce, isResolving, question };
}
