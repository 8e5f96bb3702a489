import '#web/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Providers } from './providers.tsx';
import { Router } from './router.tsx';

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
