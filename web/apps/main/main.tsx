import '#web/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';
import { refuseStrayDrops } from '#web/lib/browser/prevent-stray-drops.ts';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no element with the id app');

refuseStrayDrops();
createRoot(container).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
);
