import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { watchForSessionEnd } from '#web/features/auth/session-end.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { listToasts, onToastsChange } from '../ui/toast.ts';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }));

/** What every screen stands on. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => watchForSessionEnd(queryClient), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
      <TooltipLayer />
    </QueryClientProvider>
  );
}

/** The corner of the screen for toasts, loaded with the first of them. */
function Toasts() {
  const hasToasts = useSyncExternalStore(onToastsChange, () => listToasts().length > 0);
  return <Suspense>{hasToasts && <Toaster />}</Suspense>;
}
