import { useEffect, useState } from 'react';

const FEEDBACK_MS = 2000;

/** Copies to the clipboard and says for two seconds that it did. */
export function useCopyText(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  return {
    isCopied: copies > 0,
    async copy(text) {
      await navigator.clipboard.writeText(text);
      setCopies((count) => count + 1);
    },
  };
}
