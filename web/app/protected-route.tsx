import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useApplyColorScheme } from '#web/features/auth/apply-color-scheme.ts';
import { useUserQuery } from '#web/features/auth/current-user.ts';
import { LoadingScreen } from '#web/features/auth/loading-screen.tsx';
import { signInPath } from '#web/features/auth/return-path.ts';
import { sentenceOf } from '#web/features/auth/toast-failure.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** Shows a page to users alone; whoever is not signed in does that first and then comes back here. */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { data: user, error, refetch } = useUserQuery();
  const [path] = useLocation();
  const search = useSearch();
  useApplyColorScheme();

  if (user) return children;
  if (user === null) return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />;
  if (!error) return <LoadingScreen message="Loading" />;
  return (
    <main>
      <ErrorState
        title="Muniment can’t be opened right now"
        message={sentenceOf(error)}
        action={
          <>
            {/* During maintenance an administrator gets in by signing in. */}
            <ButtonLink href={signInPath(path)}>Sign in</ButtonLink>
            <Button variant="primary" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        }
      />
    </main>
  );
}
