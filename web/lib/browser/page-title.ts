import { useEffect } from 'react';

/** Sets the document's title, which browser tabs, the history and screen readers use. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Muniment`;
  }, [title]);
}
