import { useMemo } from 'react';
import type { Actor } from '#shared/policies/actor.ts';
import { useUser } from './current-user.ts';
import { useVisitorSession } from './visitor-session.ts';

/** Returns the current actor for policy checks. */
export function useActor(): Actor {
  const user = useUser();
  const visitorSession = useVisitorSession();
  return useMemo(() => {
    if (user) return { kind: 'user', id: user.id, isAdmin: user.isAdmin };
    // The browser never learns the invitation's id, and no policy asks for it.
    if (visitorSession) {
      const { mayDownload, mayDownloadWatermarked } = visitorSession;
      return {
        kind: 'visitor',
        invitationId: 0,
        mayDownload,
        ...(mayDownloadWatermarked && { mayDownloadWatermarked }),
      };
    }
    return { kind: 'anonymous' };
  }, [user, visitorSession]);
}
