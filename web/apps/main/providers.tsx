import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { watchSessionExpiry } from '#web/features/accounts/session-end.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { getToasts, subscribeToToasts } from '#web/ui/feedback/toast.ts';
import { TooltipLayer } from '#web/ui/overlays/tooltip-layer.tsx';

const Toaster = lazy(async () => ({ default: (await import('#web/ui/feedback/toaster.tsx')).Toaster }));

/** Context providers and layers that every screen needs. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => watchSessionExpiry(queryClient), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
      <TooltipLayer />
    </QueryClientProvider>
  );
}

/** The toast region, loaded with the first toast. */
function Toasts() {
  const hasToasts = useSyncExternalStore(subscribeToToasts, () => getToasts().length > 0);
  return <Suspense>{hasToasts && <Toaster />}</Suspense>;
}
