import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { File as StoredFile } from '#shared/contracts/files.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { folderFilesKey } from '#web/features/files/file-cache.ts';
import { callAllPages } from '#web/lib/http/call.ts';
import type { PlannedUpload } from '../plan-uploads.ts';
import { type SameNameAnswer, SameNameDialog } from './same-name-dialog.tsx';
import { applyChoice, findSameNames, type SameNameChoice } from './same-names.ts';

interface Surroundings {
  client: QueryClient;
  actor: Actor;
  /** Renders the dialog; `null` removes it. */
  show: (question: ReactNode) => void;
}

/** Kept until the page is reloaded, for one user. */
let remembered: { userId: number; choice: SameNameChoice } | undefined;

/** Returns what to upload after the user has chosen, or `null` when the user cancels. */
export async function resolveSameNames(
  planned: readonly PlannedUpload[],
  folderId: number | null,
  { client, actor, show }: Surroundings,
): Promise<readonly PlannedUpload[] | null> {
  const userId = actor.kind === 'user' ? actor.id : 0;
  const known = client.getQueryData<readonly StoredFile[]>(folderFilesKey(folderId));
  // Files are uploaded without the question if the list is missing.
  const files =
    known ?? (await callAllPages('GET /api/files', { folderId: String(folderId) }).catch(() => []));
  const same = findSameNames(planned, files, actor);
  if (same.size === 0) return planned;
  if (remembered?.userId === userId) return applyChoice(planned, same, remembered.choice);
  const answer = await new Promise<SameNameAnswer | null>((give) =>
    show(<SameNameDialog names={[...same.keys()].map(({ name }) => name)} onAnswer={give} />),
  );
  show(null);
  if (!answer) return null;
  if (answer.isRemembered) remembered = { userId, choice: answer.choice };
  return applyChoice(planned, same, answer.choice);
}
