import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { getErrorMessage } from './toast-error.ts';

interface PageLoadErrorProps {
  error: Error;
  onRetry: () => unknown;
}

/** Replaces a whole page whose subject failed to load: what failed, a retry, and a way back. */
export function PageLoadError({ error, onRetry }: PageLoadErrorProps) {
  return (
    <ErrorState
      title="Error loading page"
      message={getErrorMessage(error)}
      action={
        <>
          <ButtonLink href="/">Back to Home</ButtonLink>
          <Button variant="primary" onClick={() => void onRetry()}>
            Try Again
          </Button>
        </>
      }
    />
  );
}
