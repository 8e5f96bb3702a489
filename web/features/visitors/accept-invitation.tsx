import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getInvitation } from '#shared/contracts/invitations.ts';
import type { User } from '#shared/contracts/session.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { StandalonePage } from '#web/ui/layout/standalone-page.tsx';
import { ACCESS_ERROR, isUnanswered } from './api.ts';

interface AcceptInvitationProps {
  token: string;
  user: User;
  invitation: ResultOf<typeof getInvitation>;
}

/** Redirects signed-in users home, accepting the invitation first when it is theirs. */
export function AcceptInvitation({ token, user, invitation }: AcceptInvitationProps) {
  const isRecipient = invitation.email?.toLowerCase() === user.email.toLowerCase();
  const [, navigate] = useLocation();
  const accepted = useQuery({
    queryKey: ['invitation-acceptance', token],
    queryFn: () => call('POST /api/invitations/accept', { body: { token } }),
    enabled: isRecipient,
    retry: false,
    gcTime: 0,
  });
  const { isSuccess, error, isFetching, refetch } = accepted;
  useEffect(() => {
    if (!isRecipient) {
      toast({
        title: 'This invitation is for another address',
        description: 'Sign in with the account of that address to accept it.',
        variant: 'info',
      });
      navigate('/', { replace: true });
    } else if (error && !isUnanswered(error)) {
      toast({ title: ACCESS_ERROR, description: getErrorMessage(error), variant: 'destructive' });
      navigate('/', { replace: true });
    } else if (isSuccess) {
      toast({ title: 'Success', description: 'The invitation was accepted.', variant: 'success' });
      navigate(invitation.folderId === null ? '/' : `/folder/${invitation.folderId}`, { replace: true });
    }
  }, [isRecipient, isSuccess, error, invitation.folderId, navigate]);
  // The invitation can be good: the server did not say.
  if (error && !isFetching && isUnanswered(error))
    return (
      <StandalonePage>
        <ErrorState
          title={ACCESS_ERROR}
          message={getErrorMessage(error)}
          action={
            <>
              <ButtonLink href="/">Back to Home</ButtonLink>
              <Button variant="primary" onClick={() => void refetch()}>
                Try Again
              </Button>
            </>
          }
        />
      </StandalonePage>
    );
  return (
    <StandalonePage>
      <Loading message="Verifying Invitation" />
    </StandalonePage>
  );
}
