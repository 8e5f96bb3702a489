import { type ReactNode, useEffect } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';

import { useUserQuery } from '#web/features/accounts/current-user.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { useStoredPreferences } from '#web/features/accounts/preferences.ts';
import { buildSignInPath } from '#web/features/accounts/return-path.ts';
import { useVisitorSessionQuery } from '#web/features/accounts/visitor-session.ts';
import { useVisitorSessionExpiry } from '#web/features/accounts/visitor-session-end.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { setColorScheme } from '#web/lib/browser/color-scheme.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** Shows the colours that the user chose, once that is known; until then this browser's last ones hold. */
function useApplyColorScheme(): void {
  const scheme = useStoredPreferences()?.colorScheme;
  useEffect(() => {
    if (scheme) setColorScheme(scheme);
  }, [scheme]);
}

/** Where visitors may go; which folders and files they see there is the server's matter. */
const VISITOR_PATHS = /^\/(?:$|folder\/|file\/)/;

/** Shows a page to users, and some to visitors; whoever is neither signs in first and then comes back here. */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { data: user, error, refetch } = useUserQuery();
  const [path] = useLocation();
  const search = useSearch();
  const visitorSession = useVisitorSessionQuery();
  useApplyColorScheme();
  useVisitorSessionExpiry();

  if (user) return children;
  if (user === null && visitorSession.isPending) return <LoadingScreen message="Loading" />;
  if (user === null && visitorSession.data && VISITOR_PATHS.test(path)) return children;
  if (user === null) return <Redirect to={buildSignInPath(search ? `${path}?${search}` : path)} replace />;
  if (!error) return <LoadingScreen message="Loading" />;
  return (
    <main>
      <ErrorState
        title="Muniment can’t be opened right now"
        message={getErrorMessage(error)}
        action={
          <>
            {/* During maintenance an administrator gets in by signing in. */}
            <ButtonLink href={buildSignInPath(path)}>Sign in</ButtonLink>
            <Button variant="primary" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        }
      />
    </main>
  );
}
