import { useEffect } from 'react';

/** Names the page in the browser's tab, its history and to a screen reader. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Muniment`;
  }, [title]);
}
