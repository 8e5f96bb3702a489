import '#web/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Providers } from './providers.tsx';
import { Router } from './router.tsx';

/** Refuses files that are dropped where nothing takes them, as on a page that is still loading: the browser would leave the app to show them. */
function preventStrayDrops(): void {
  const preventDrop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // Whatever takes them says otherwise after this.
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
