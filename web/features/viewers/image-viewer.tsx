import { clsx } from 'clsx';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { ContentFailure } from './content-failure.tsx';
import { buildContentUrl } from './file-bytes.ts';

/** Zoom factors relative to the column width; the first shows the whole image. */
const ZOOM_LEVELS = [1, 1.5, 2, 3, 4, 6, 8] as const;

interface ImageViewerProps {
  file: File;
  /** Runs when the browser cannot decode the image and another viewer exists. */
  onUnsupported?: () => void;
}

/** Shows an image fitted to its column, or zoomed and scrollable. Scripts in an SVG image do not run. */
export function ImageViewer({ file, onUnsupported }: ImageViewerProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [step, setStep] = useState(0);

  if (state === 'failed') return <ContentFailure file={file} onRetry={() => setState('loading')} />;
  const side = `${100 * (ZOOM_LEVELS[step] ?? 1)}%`;
  return (
    <div className="relative flex min-h-64 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-sunken">
      <section
        aria-label="Image"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
        tabIndex={0}
        className="absolute inset-0 overflow-auto"
      >
        <img
          src={buildContentUrl(file)}
          alt={file.name}
          onLoad={() => setState('ready')}
          onError={onUnsupported ?? (() => setState('failed'))}
          style={{ width: side, height: side }}
          className={clsx(
            'max-w-none',
            step === 0 ? 'object-scale-down' : 'object-contain',
            state === 'loading' && 'invisible',
          )}
        />
      </section>
      {state === 'loading' ? (
        <Loading message="Loading image" />
      ) : (
        <div className="absolute top-2 right-2 flex gap-1 rounded-md border border-line bg-raised">
          <IconButton
            icon={ZoomOut}
            label="Zoom out"
            disabled={step === 0}
            onClick={() => setStep(step - 1)}
          />
          <IconButton
            icon={ZoomIn}
            label="Zoom in"
            disabled={step === ZOOM_LEVELS.length - 1}
            onClick={() => setStep(step + 1)}
          />
        </div>
      )}
    </div>
  );
}
