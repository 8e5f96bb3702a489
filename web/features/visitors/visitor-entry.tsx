import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { ALREADY_LOGGED_IN } from '#shared/domain/messages.ts';
import { sentenceOf, toastFailure } from '#web/features/errors/toast-error.ts';
import { LOGOUT_FAILED } from '#web/features/accounts/visitor-session-end.ts';
import { NETWORK_FAILURE } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ACCESS_ERROR, ACCESS_GRANTED, isExpiry, isSignedIn, useEnterAsVisitor } from './api.ts';

const REDIRECT_AFTER_MS = 500;

/** Makes a visitor of whoever opened a link, and leads them to what it is for. */
export function VisitorEntry({ token }: { token: string }) {
  const { data: visit, error } = useEnterAsVisitor(token);
  const [, navigate] = useLocation();

  useEffect(() => {
    if (!visit) return undefined;
    const timer = setTimeout(() => {
      navigate(visit.folderId === null ? '/' : `/folder/${visit.folderId}`, { replace: true });
      toast({
        title: ACCESS_GRANTED,
        description: `You can look at ${visit.folderName ?? 'the folders shared with you'}.`,
        variant: 'success',
      });
    }, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [visit, navigate]);

  useEffect(() => {
    if (!error || isExpiry(error) || isSignedIn(error)) return;
    toast({
      title: 'Error setting up visitor access',
      description: 'There was a problem setting up your visitor session.',
      variant: 'destructive',
    });
  }, [error]);

  return error ? <Refused error={error} /> : <Loading message="Setting Up Visitor Access" />;
}

function Refused({ error }: { error: Error }) {
  const toLogin = <ButtonLink href="/auth">Back to Login</ButtonLink>;
  if (isSignedIn(error)) {
    return (
      <ErrorState
        title={ALREADY_LOGGED_IN}
        message="You are signed in with an account. Log out to look around as a visitor."
        action={
          <Button variant="primary" onClick={() => void logOutAndReload()}>
            Log Out and Try Again
          </Button>
        }
      />
    );
  }
  if (isExpiry(error)) {
    return (
      <ErrorState
        title="Invitation Expired"
        message="Please contact the person who invited you for a new invitation link."
        action={toLogin}
      />
    );
  }
  if (error.message.includes(NETWORK_FAILURE)) {
    return <ErrorState title={ACCESS_ERROR} message="Failed to establish visitor session" action={toLogin} />;
  }
  return <ErrorState title="Invalid Invitation" message={sentenceOf(error)} action={toLogin} />;
}

async function logOutAndReload(): Promise<void> {
  try {
    await call('POST /api/logout');
    location.reload();
  } catch (error) {
    toastFailure(LOGOUT_FAILED, error as Error); // what a call throws
  }
}
