import '#web/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preventStrayDrops } from '#web/lib/browser/prevent-stray-drops.ts';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';

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
