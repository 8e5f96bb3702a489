import { useParams } from 'wouter';
import { useConfirmEmail } from '#web/features/accounts/account-links-api.ts';
import { useUser } from '#web/features/accounts/current-user.ts';
import { buildSignInPath } from '#web/features/accounts/return-path.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Outcome } from '#web/ui/feedback/outcome.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';

/**
 * Confirms the address of the account that is signed in, with a button, so that a mail program that opens links confirms nothing.
 */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your address');
  const token = useParams()['token'] ?? '';
  const confirm = useConfirmEmail();
  const user = useUser();
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="flex w-full max-w-sm flex-col gap-5">
        <Logo />
        <div className="mt-3">
          <h1 className="font-semibold text-xl tracking-tight">Confirm your address</h1>
          {!confirm.isSuccess && (
            <p className="text-ink-muted">
              Confirm that this address is yours. Others can then share folders with you.
            </p>
          )}
        </div>
        {confirm.isSuccess ? (
          <>
            <Outcome>Your address is confirmed. Others can now share folders with you.</Outcome>
            <ButtonLink href="/">Continue</ButtonLink>
          </>
        ) : user === null ? (
          <>
            <Notice tone="info">
              Sign in to the account first. If you did not create one here, do not confirm it.
            </Notice>
            <ButtonLink href={buildSignInPath(`/confirm-email/${token}`)} variant="primary">
              Sign In to Confirm
            </ButtonLink>
          </>
        ) : (
          <>
            {confirm.error && (
              <Notice tone="danger" urgent>
                {getErrorMessage(confirm.error)}
              </Notice>
            )}
            <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate(token)}>
              Confirm Address
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
