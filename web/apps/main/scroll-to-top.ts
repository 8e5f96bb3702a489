import { useEffect } from 'react';

/** Starts a newly opened page at its top. Back and forward are left to the browser, which returns to the old place. */
export function useScrollToTopOnNavigation(): void {
  useEffect(() => {
    let path = location.pathname;
    const onPush = () => {
      if (location.pathname !== path) window.scrollTo(0, 0);
      path = location.pathname;
    };
    const onPop = () => {
      path = location.pathname;
    };
    // wouter sends this event at each history.pushState.
    addEventListener('pushState', onPush);
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('pushState', onPush);
      removeEventListener('popstate', onPop);
    };
  }, []);
}
