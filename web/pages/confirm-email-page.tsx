import { useParams } from 'wouter';
import { useConfirmEmail } from '#web/features/accounts/account-links-api.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';

/** Confirms an address with a button, so that a mail program that opens links confirms nothing. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your address');
  const token = useParams()['token'] ?? '';
  const confirm = useConfirmEmail();
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
            <Notice tone="info">Your address is confirmed. Others can now share folders with you.</Notice>
            <ButtonLink href="/">Continue</ButtonLink>
          </>
        ) : (
          <>
            {confirm.error && <Notice tone="danger">{getErrorMessage(confirm.error)}</Notice>}
            <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate(token)}>
              Confirm Address
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
