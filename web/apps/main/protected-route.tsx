import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useUserQuery } from '#web/features/accounts/current-user.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { useStoredPreferences } from '#web/features/accounts/preferences.ts';
import { buildSignInPath } from '#web/features/accounts/return-path.ts';
import { useVisitorSessionQuery } from '#web/features/accounts/visitor-session.ts';
import {
  useVisitEndAnnouncement,
  useVisitorSessionExpiry,
} from '#web/features/accounts/visitor-session-end.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { setColorScheme } from '#web/lib/browser/color-scheme.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { useProductName } from '#web/ui/layout/brand-context.ts';
import { StandalonePage } from '#web/ui/layout/standalone-page.tsx';

const ChangePasswordPage = lazy(async () => ({
  default: (await import('#web/pages/password-pages.tsx')).ChangePasswordPage,
}));

const SetUpFactorPage = lazy(async () => ({
  default: (await import('#web/pages/set-up-factor-page.tsx')).SetUpFactorPage,
}));

/** Applies the user's color scheme once the preferences have loaded; until then the one stored in this browser applies. */
function useApplyColorScheme(): void {
  const scheme = useStoredPreferences()?.colorScheme;
  useEffect(() => {
    if (scheme) setColorScheme(scheme);
  }, [scheme]);
}

/** Paths open to visitors; the server decides which folders, files and requests they see. */
const VISITOR_PATHS =
  /^\/(?:$|folder\/|file\/|search$|changes$|notifications$|receipts$|rooms\/\d+\/requests$)/;

/** Shows a page to users, and some pages to visitors; redirects everyone else to sign in and back. */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { data: user, error, refetch } = useUserQuery();
  const [path] = useLocation();
  const search = useSearch();
  const visitorSession = useVisitorSessionQuery();
  useApplyColorScheme();
  useVisitorSessionExpiry();
  useVisitEndAnnouncement();

  if (user?.mustChangePassword)
    return (
      <Suspense fallback={<LoadingScreen message="Loading" />}>
        <ChangePasswordPage />
      </Suspense>
    );
  if (user?.mustSetUpFactor)
    return (
      <Suspense fallback={<LoadingScreen message="Loading" />}>
        <SetUpFactorPage />
      </Suspense>
    );
  if (user) return children;
  const message = path === '/' ? 'Loading your files and folders' : 'Loading';
  if (user === null && visitorSession.isPending) return <LoadingScreen message={message} />;
  if (user === null && visitorSession.data && VISITOR_PATHS.test(path)) return children;
  // A manager who views a room as one of its groups can stop here; they are signed in.
  if (user === null && visitorSession.data?.viewAs) return <Redirect to="/" replace />;
  if (user === null) return <Redirect to={buildSignInPath(search ? `${path}?${search}` : path)} replace />;
  if (!error) return <LoadingScreen message={message} />;
  return <UnavailablePage error={error} onRetry={() => void refetch()} />;
}

function UnavailablePage({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [path] = useLocation();
  return (
    <StandalonePage>
      <ErrorState
        title={`${useProductName()} is unavailable`}
        message={getErrorMessage(error)}
        action={
          <>
            {/* During maintenance, administrators can still sign in. */}
            <ButtonLink href={buildSignInPath(path)}>Sign In</ButtonLink>
            <Button variant="primary" onClick={onRetry}>
              Try Again
            </Button>
          </>
        }
      />
    </StandalonePage>
  );
}
