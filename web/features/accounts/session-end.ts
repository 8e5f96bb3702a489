import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';

import { ApiError } from '#web/lib/http/api-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { USER_KEY } from './current-user.ts';
import { forgetVisit } from './remembered-visit.ts';
import { VISITOR_SESSION_KEY } from './visitor-session.ts';

/** Prefix of the keys under which tus-js-client stores resumable uploads: their URLs and file names. */
const TUS_STORAGE_PREFIX = 'tus::';

/** Removes the stored uploads, so that the next user of this browser cannot see them. */
function clearStoredUploads(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(TUS_STORAGE_PREFIX)) localStorage.removeItem(key);
  } catch {
    // A browser that blocks storage has stored nothing.
  }
}

export const LOGGED_OUT = 'Logged out';

/** The `meta` of mutations to which 401 answers that a password or code is wrong, not that the session has ended. */
export const CHECKS_CODE = { checksCode: true } as const;

interface WatchedEvent {
  type: string;
  action?: { type: string; error?: unknown };
  mutation?: { meta?: unknown };
}

/**
 * Watches all queries and mutations for a 401 (session ended elsewhere or expired), then signs the user out,
 * which leads to the sign-in page. Notifies once, since no user is left afterwards.
 */
export function watchSessionExpiry(client: QueryClient): () => void {
  const check = (event: WatchedEvent) => {
    const { type, action, mutation } = event;
    if (type === 'updated' && action?.type === 'error' && mutation?.meta !== CHECKS_CODE)
      handleUnauthorized(client, action.error);
  };
  const stopQueries = client.getQueryCache().subscribe(check);
  const stopMutations = client.getMutationCache().subscribe(check);
  return () => {
    stopQueries();
    stopMutations();
  };
}

/** Handles a 401 of calls that bypass the query client, such as uploads. */
export function handleUnauthorized(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError)) return;
  // Reading the session again leads to the page on which the terms are accepted.
  if (error.code === 'terms-required') void client.invalidateQueries({ queryKey: VISITOR_SESSION_KEY });
  if (error.status !== 401) return;
  if (client.getQueryData<User>(USER_KEY)) {
    clearClientState(client);
    toast({ title: 'Your session has ended', description: 'Sign in again.', variant: 'info' });
  } else if (client.getQueryData<VisitorStatus>(VISITOR_SESSION_KEY)) expireVisitorSession(client);
}

/** Ends the visitor session on this page after it expired or was revoked. */
export function expireVisitorSession(client: QueryClient): void {
  clearClientState(client);
  announceVisitEnd();
}

/** Tells that the visit of this browser has ended. */
export function announceVisitEnd(): void {
  toast({
    title: 'Visitor access expired',
    description: 'Your temporary access has expired.',
    variant: 'warning',
  });
}

/** Removes the user's data from memory and storage, so that the next user of this browser cannot see it. */
export function clearClientState(client: QueryClient): void {
  void client.cancelQueries();
  client.setQueryData<User | null>(USER_KEY, null);
  client.setQueryData<VisitorStatus | null>(VISITOR_SESSION_KEY, null);
  client.removeQueries({
    predicate: ({ queryKey: [first] }) => first !== USER_KEY[0] && first !== VISITOR_SESSION_KEY[0],
  });
  client.getMutationCache().clear();
  clearStoredUploads();
  forgetVisit();
}
