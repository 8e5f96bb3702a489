import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { ALREADY_LOGGED_IN } from '#shared/domain/messages.ts';
import { LOGOUT_FAILED_TITLE } from '#web/features/accounts/visitor-session-end.ts';
import { getErrorMessage, toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import {
  ACCESS_ERROR,
  ACCESS_GRANTED,
  isAlreadySignedInError,
  isExpiredError,
  isUnanswered,
  useStartVisitorSession,
} from './api.ts';

const REDIRECT_DELAY_MS = 500;

/** Starts a visitor session from a link and opens the folder it grants. */
export function VisitorEntry({ token }: { token: string }) {
  const { data: visitorSession, error, refetch, isFetching } = useStartVisitorSession(token);
  const [, navigate] = useLocation();

  useEffect(() => {
    if (!visitorSession) return undefined;
    const timer = setTimeout(() => {
      navigate(visitorSession.folderId === null ? '/' : `/folder/${visitorSession.folderId}`, {
        replace: true,
      });
      toast({
        title: ACCESS_GRANTED,
        description: `You can view ${visitorSession.folderName ?? 'the folders shared with you'}.`,
        variant: 'success',
      });
    }, REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [visitorSession, navigate]);

  useEffect(() => {
    if (!error || isExpiredError(error) || isAlreadySignedInError(error)) return;
    toast({
      title: 'Error setting up visitor access',
      description: 'There was a problem setting up your visitor session.',
      variant: 'destructive',
    });
  }, [error]);

  return error && !isFetching ? (
    <VisitorEntryError error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading message="Setting Up Visitor Access" />
  );
}

function VisitorEntryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const toLogin = <ButtonLink href="/auth">Back to Login</ButtonLink>;
  if (isAlreadySignedInError(error)) {
    return (
      <ErrorState
        title={ALREADY_LOGGED_IN}
        message="You are signed in with an account. Log out to continue as a visitor."
        action={
          <Button variant="primary" onClick={() => void logOutAndReload()}>
            Log Out and Try Again
          </Button>
        }
      />
    );
  }
  if (isExpiredError(error)) {
    return (
      <ErrorState
        title="Invitation Expired"
        message="Please contact the person who invited you for a new invitation link."
        action={toLogin}
      />
    );
  }
  // The link can be good: the server did not say.
  if (isUnanswered(error)) {
    return (
      <ErrorState
        title={ACCESS_ERROR}
        message="Failed to establish visitor session"
        action={
          <>
            {toLogin}
            <Button variant="primary" onClick={onRetry}>
              Try Again
            </Button>
          </>
        }
      />
    );
  }
  return <ErrorState title="Invalid Invitation" message={getErrorMessage(error)} action={toLogin} />;
}

async function logOutAndReload(): Promise<void> {
  try {
    await call('POST /api/logout');
    location.reload();
  } catch (error) {
    toastError(LOGOUT_FAILED_TITLE, error as Error); // `call` throws Error objects only
  }
}
