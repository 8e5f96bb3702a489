import { clsx } from 'clsx';
import Users from 'lucide-react/icons/users';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import type { SharePanelProps } from './share-panel.tsx';
import { describeAudience, useSharing } from './sharing-api.ts';

const SharePanel = lazy(async () => ({ default: (await import('./share-panel.tsx')).SharePanel }));

/** Says how many people and links have access to a folder or file, and opens the panel that changes it. */
export function ShareButton(props: Omit<SharePanelProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useSharing(props.canManage ? props.folderId : null);
  return (
    <>
      <Button icon={Users} aria-haspopup="dialog" data-tooltip="Share" onClick={() => setOpen(true)}>
        Share
        {data && (
          // The bar of a file has no room for it on a phone.
          <span className={clsx('font-normal text-ink-muted text-sm', props.isFile && 'max-sm:sr-only')}>
            {' '}
            {describeAudience(
              props.isFile && props.isInRoom ? { ...data, groups: [], isComplete: false } : data,
            )}
          </span>
        )}
      </Button>
      <Suspense>{isOpen && <SharePanel {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
