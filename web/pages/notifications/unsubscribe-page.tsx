import { useParams } from 'wouter';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useUnsubscribe } from '#web/features/follows/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Outcome } from '#web/ui/feedback/outcome.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';

/** Ends the mails about a room with a button, so that a mail program that opens links ends nothing. */
export function UnsubscribePage() {
  usePageTitle('Unsubscribe');
  const token = useParams()['token'] ?? '';
  const unsubscribe = useUnsubscribe();
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="flex w-full max-w-sm flex-col gap-5">
        <Logo />
        <div className="mt-3">
          <h1 className="font-semibold text-xl tracking-tight">Unsubscribe</h1>
          {!unsubscribe.isSuccess && (
            <p className="text-ink-muted">
              You will get no more emails about changes in the room that the email was about.
            </p>
          )}
        </div>
        {unsubscribe.isSuccess ? (
          <Outcome>You get no more emails about changes in this room.</Outcome>
        ) : (
          <>
            {unsubscribe.error && (
              <Notice tone="danger" urgent>
                {getErrorMessage(unsubscribe.error)}
              </Notice>
            )}
            <Button variant="primary" busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
              Unsubscribe
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
