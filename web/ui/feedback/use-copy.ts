import { useState } from 'react';
import { toast } from './toast.ts';

/** Copies texts to the clipboard and tells which was copied last; says what to do where the browser refuses. */
export function useCopy(): { copiedText: string | undefined; copy: (text: string) => void } {
  const [copiedText, setCopiedText] = useState<string>();
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopiedText(text),
      () =>
        toast({
          title: 'The text could not be copied',
          description: 'The browser does not allow it here. Select the text and copy it.',
          variant: 'destructive',
        }),
    );
  return { copiedText, copy };
}
