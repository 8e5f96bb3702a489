import '#web/ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, StrictMode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { watchSessionExpiry } from '#web/features/accounts/session-end.ts';
import { BrandProvider } from '#web/features/settings/brand/brand-provider.tsx';
import { ReauthenticationLayer } from '#web/features/sign-in/reauthentication-layer.tsx';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { watchSucceededRequests } from '#web/lib/http/request-outcomes.ts';
import { dismissFailures, getToasts, subscribeToToasts } from '#web/ui/feedback/toast.ts';
import { TooltipLayer } from '#web/ui/overlays/tooltip-layer.tsx';
import { refreshUnwatched } from './live/unwatched-queries.ts';
import { Router } from './router.tsx';
import { fetchOnStart } from './start.ts';
import { watchKeptInput } from './watch-kept-input.ts';

/** Prevents the browser from leaving the app to open a file that is dropped outside any drop target. */
function preventStrayDrops(): void {
  const preventDrop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // A drop target sets its own effect afterwards.
    if (event.type === 'dragover') event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', preventDrop);
  addEventListener('drop', preventDrop);
}

const Toaster = lazy(async () => ({ default: (await import('#web/ui/feedback/toaster.tsx')).Toaster }));

/** Context providers and layers that every screen needs. */
function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => fetchOnStart(refreshUnwatched(createQueryClient())));
  useEffect(() => watchSessionExpiry(queryClient), [queryClient]);
  useEffect(() => watchKeptInput(queryClient), [queryClient]);
  useEffect(() => watchSucceededRequests(dismissFailures), []);
  return (
    <QueryClientProvider client={queryClient}>
      <BrandProvider>{children}</BrandProvider>
      <Toasts />
      <TooltipLayer />
      <ReauthenticationLayer />
    </QueryClientProvider>
  );
}

/** The toast region, loaded with the first toast. */
function Toasts() {
  const hasToasts = useSyncExternalStore(subscribeToToasts, () => getToasts().length > 0);
  return <Suspense>{hasToasts && <Toaster />}</Suspense>;
}

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id app');

preventStrayDrops();
createRoot(container).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
);
