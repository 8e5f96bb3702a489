import { useEffect } from 'react';
import { Redirect, useParams } from 'wouter';
import { useVisitorSessionQuery } from '#web/features/accounts/visitor-session.ts';
import { getStoredToken } from '#web/features/visitors/stored-token.ts';
import { VisitorEntry } from '#web/features/visitors/visitor-entry.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { StandalonePage } from '#web/ui/layout/standalone-page.tsx';

/** Serves /visitor-login/{token}, and /visitor with the token stored in this browser. */
export function VisitorLoginPage() {
  usePageTitle('Visitor access');
  const token = useParams()['token'] ?? getStoredToken();
  const { data: visit, error } = useVisitorSessionQuery();
  useEffect(() => {
    if (!error) return;
    toast({
      title: 'Visitor access error',
      description: 'There was a problem with your visitor session.',
      variant: 'destructive',
    });
  }, [error]);
  if (token) {
    return (
      <StandalonePage>
        <VisitorEntry token={token} />
      </StandalonePage>
    );
  }
  if (visit) return <Redirect to={visit.folderId === null ? '/' : `/folder/${visit.folderId}`} replace />;
  return (
    <StandalonePage>
      <ErrorState
        title="Invalid Invitation"
        message="Open your invitation link to continue as a visitor."
        action={<ButtonLink href="/auth">Back to Login</ButtonLink>}
      />
    </StandalonePage>
  );
}
