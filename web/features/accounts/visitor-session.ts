import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { useUserQuery } from './current-user.ts';

export const VISITOR_SESSION_KEY = ['visitor-session'] as const;

const STALE_AFTER_MS = 5 * 60 * 1000;

/**
 * Fetches the visitor session of this browser when no user is signed in; `null` when there is none. Disabled on
 * /auth.
 */
export function useVisitorSessionQuery() {
  const { data: user } = useUserQuery();
  const [path] = useLocation();
  return useQuery<VisitorStatus | null>({
    queryKey: VISITOR_SESSION_KEY,
    queryFn: ({ signal }) => fetchVisitorSession(signal),
    enabled: user === null && path !== '/auth',
    staleTime: STALE_AFTER_MS,
    retry: 1,
  });
}

/** Returns the active visitor session. Signed-in users are never visitors. */
export function useVisitorSession(): VisitorStatus | null {
  const { data: user } = useUserQuery();
  const { data: visit } = useVisitorSessionQuery();
  return user === null ? (visit ?? null) : null;
}

/** Tells whether a manager views a room as somebody else, which changes nothing: what would is disabled. */
export const useIsViewAs = (): boolean => useVisitorSession()?.viewAs !== undefined;

/** Goes to the page on which the visitor accepts terms; never resolves, since the page is left. */
function leaveFor(path: string): Promise<never> {
  location.replace(path);
  return new Promise(() => {});
}

/** Fetches the active visitor session; `null` when there is none. Leaves the page for that of terms to accept. */
export async function fetchVisitorSession(signal: AbortSignal): Promise<VisitorStatus | null> {
  try {
    const status = await call('GET /api/visitor/status', {}, signal);
    if (status.termsPath !== undefined) return await leaveFor(status.termsPath);
    return status.isVisitor ? status : null;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
    const status = error instanceof ApiError ? error.status : 0;
    throw new Error(`Failed to check visitor status: ${status}`, { cause: error });
  }
}
