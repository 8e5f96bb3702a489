import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { sentenceOf } from './toast-error.ts';

interface LoadFailureProps {
  error: Error;
  /** What could not be fetched, where the server's sentence alone would not tell. */
  what?: string;
  onRetry: () => unknown;
}

/** Stands where a part of a page could not be loaded, with a second try. */
export function LoadFailure({ error, what, onRetry }: LoadFailureProps) {
  return (
    <Notice tone="danger" urgent action={<Button onClick={() => void onRetry()}>Try again</Button>}>
      {what !== undefined && `${what}. `}
      {sentenceOf(error)}
    </Notice>
  );
}
