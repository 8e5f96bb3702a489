import type { ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { isRefusal } from './is-refusal.ts';
import { getErrorMessage } from './toast-error.ts';

interface PageLoadErrorProps {
  error: Error;
  onRetry: () => unknown;
}

/** Replaces a whole page whose subject failed to load: what failed, a way back, and a retry unless the server refused it. */
export function PageLoadError({ error, onRetry }: PageLoadErrorProps) {
  return (
    <PageError message={getErrorMessage(error)}>
      {!isRefusal(error) && (
        <Button variant="primary" onClick={() => void onRetry()}>
          Try Again
        </Button>
      )}
    </PageError>
  );
}

/** Says what is wrong with a page, also when its address cannot be that of anything, and leads back. */
export function PageError({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <ErrorState
      title="Error loading page"
      message={message}
      action={
        <>
          <ButtonLink href="/">Back to Home</ButtonLink>
          {children}
        </>
      }
    />
  );
}
