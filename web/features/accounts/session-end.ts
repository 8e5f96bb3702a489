import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';

import { ApiError } from '#web/lib/http/api-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { USER_KEY } from './current-user.ts';
import { VISITOR_SESSION_KEY } from './visitor-session.ts';

/** What tus-js-client keeps of uploads that can go on: their addresses, and the names of the files. */
const TUS_STORAGE_PREFIX = 'tus::';

/** For the end of a session: whoever comes next at this screen learns nothing of them. */
function clearStoredUploads(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(TUS_STORAGE_PREFIX)) localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

export const LOGGED_OUT = 'Logged out';

/**
 * Watches every call for the answer that there is no session any more (ended elsewhere, or expired) and then treats
 * the user as signed out, which leads to the sign-in page. Told once: after it there is no user to lose.
 */
export function watchSessionExpiry(client: QueryClient): () => void {
  const check = (event: { type: string; action?: { type: string; error?: unknown } }) => {
    if (event.type === 'updated' && event.action?.type === 'error')
      handleUnauthorized(client, event.action.error);
  };
  const stopQueries = client.getQueryCache().subscribe(check);
  const stopMutations = client.getMutationCache().subscribe(check);
  return () => {
    stopQueries();
    stopMutations();
  };
}

/** For calls that go past the query client, as uploads do. */
export function handleUnauthorized(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  if (client.getQueryData<User>(USER_KEY)) {
    clearClientState(client);
    toast({ title: 'Your session has ended', description: 'Please sign in again.', variant: 'info' });
  } else if (client.getQueryData<VisitorStatus>(VISITOR_SESSION_KEY)) expireVisitorSession(client);
}

/** For a visit that ended by itself: its time is up, or it was revoked. */
export function expireVisitorSession(client: QueryClient): void {
  clearClientState(client);
  toast({
    title: 'Visitor access expired',
    description: 'Your temporary access has expired.',
    variant: 'warning',
  });
}

/** Takes what a user saw out of memory and storage, so that whoever signs in next at this screen finds none of it. */
export function clearClientState(client: QueryClient): void {
  void client.cancelQueries();
  client.setQueryData<User | null>(USER_KEY, null);
  client.setQueryData<VisitorStatus | null>(VISITOR_SESSION_KEY, null);
  client.removeQueries({
    predicate: ({ queryKey: [first] }) => first !== USER_KEY[0] && first !== VISITOR_SESSION_KEY[0],
  });
  client.getMutationCache().clear();
  clearStoredUploads();
}
