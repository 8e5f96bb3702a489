import { useEffect } from 'react';
import { Redirect, useParams } from 'wouter';
import { useUserQuery } from '#web/features/accounts/current-user.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { AcceptInvitation } from '#web/features/visitors/accept-invitation.tsx';
import { AcceptInvitationForm } from '#web/features/visitors/accept-invitation-form.tsx';
import { ACCESS_ERROR, isUnanswered, useInvitation } from '#web/features/visitors/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { StandalonePage } from '#web/ui/layout/standalone-page.tsx';

export function AcceptInvitationPage() {
  usePageTitle('Invitation');
  const token = useParams()['token'] ?? '';
  const { data: user, isPending } = useUserQuery();
  const { data: invitation, error, refetch, isFetching } = useInvitation(token);
  useEffect(() => {
    // The URL contains the token, which must not leak to linked pages as a referrer.
    const meta = Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' });
    document.head.append(meta);
    return () => meta.remove();
  }, []);

  if (error && !isFetching) return <InvitationError error={error} onRetry={() => void refetch()} />;
  if (!invitation || isPending) {
    return (
      <StandalonePage>
        <Loading message="Verifying Invitation" />
      </StandalonePage>
    );
  }
  if (invitation.isVisitorAccess) {
    return <Redirect to={`/direct-visitor-access/${encodeURIComponent(token)}`} replace />;
  }
  // People keep the mail as their bookmark.
  if (invitation.accepted)
    return user ? (
      <Redirect to="/" replace />
    ) : (
      <Redirect to="/auth" state={{ username: invitation.email }} replace />
    );
  if (user) return <AcceptInvitation {...{ token, user, invitation }} />;
  return <AcceptInvitationForm {...{ token, invitation }} />;
}

function InvitationError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const toLogin = <ButtonLink href="/auth">Go to Login</ButtonLink>;
  return (
    <StandalonePage>
      {isUnanswered(error) ? (
        // The invitation can be good: the server did not say.
        <ErrorState
          title={ACCESS_ERROR}
          message={getErrorMessage(error)}
          action={
            <>
              {toLogin}
              <Button variant="primary" onClick={onRetry}>
                Try Again
              </Button>
            </>
          }
        />
      ) : (
        <ErrorState
          title="Invalid or Expired Invitation"
          message="Please contact the person who invited you for a new invitation link."
          action={toLogin}
        />
      )}
    </StandalonePage>
  );
}
