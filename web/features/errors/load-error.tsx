import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { getErrorMessage } from './toast-error.ts';

interface LoadErrorProps {
  error: Error;
  /** What could not be fetched, where the server's sentence alone would not tell. */
  summary?: string;
  onRetry: () => unknown;
}

/** Stands where a part of a page could not be loaded, with a second try. */
export function LoadError({ error, summary, onRetry }: LoadErrorProps) {
  return (
    <Notice tone="danger" urgent action={<Button onClick={() => void onRetry()}>Try again</Button>}>
      {summary !== undefined && `${summary}. `}
      {getErrorMessage(error)}
    </Notice>
  );
}
