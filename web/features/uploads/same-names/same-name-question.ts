import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useActor } from '#web/features/accounts/actor.ts';
import type { PlannedUpload } from '../plan-uploads.ts';

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
  const resolveNames: ResolveNames = async (planned, folderId) => {
    const code = await import('./resolve-same-names.tsx').catch(() => undefined);
    return code ? code.resolveSameNames(planned, folderId, { client, actor, show }) : planned;
  };
  return { resolveNames, question };
}
