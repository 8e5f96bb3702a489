import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { isRefusal } from './is-refusal.ts';
import { getErrorMessage } from './toast-error.ts';

interface LoadErrorProps {
  error: Error;
  /** Summary shown when the server's message alone would not explain the failure. */
  summary?: string;
  onRetry: () => unknown;
}

/** Replaces a part of a page that failed to load and offers a retry, unless the server refused it. */
export function LoadError({ error, summary, onRetry }: LoadErrorProps) {
  return (
    <Notice
      tone="danger"
      urgent
      action={
        !isRefusal(error) && (
          <Button size="small" onClick={() => void onRetry()}>
            Try Again
          </Button>
        )
      }
    >
      {summary !== undefined && `${summary}. `}
      {getErrorMessage(error)}
    </Notice>
  );
}
