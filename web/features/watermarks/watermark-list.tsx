import Stamp from 'lucide-react/icons/stamp';
import { lazy, Suspense, useState } from 'react';
import type { Watermark } from '#shared/contracts/links/watermarks.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { EntryMenu } from '#web/ui/overlays/entry-menu.tsx';
import { useDeleteWatermark, useWatermarks } from './api.ts';

const WatermarkDialog = lazy(async () => ({
  default: (await import('./watermark-dialog.tsx')).WatermarkDialog,
}));

type Opened = { action: 'create' } | { action: 'edit' | 'delete'; watermark: Watermark };

/** Lists and manages the watermarks that links, groups and rooms can draw. */
export function WatermarkList() {
  const { data, error, refetch } = useWatermarks();
  const [opened, setOpened] = useState<Opened | null>(null);
  const remove = useDeleteWatermark();
  const close = () => setOpened(null);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col items-start gap-3">
      {data.length === 0 ? (
        <p className="text-ink-muted">
          You have no watermarks. Create one and choose it in a link, a group or a room.
        </p>
      ) : (
        <ul aria-label="Watermarks" className="w-full divide-y divide-line">
          {data.map((watermark) => (
            <WatermarkRow
              key={watermark.id}
              watermark={watermark}
              onAction={(action) => setOpened({ action, watermark })}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => setOpened({ action: 'create' })}>Create Watermark</Button>
      <Suspense>
        {opened?.action === 'create' && <WatermarkDialog onClose={close} />}
        {opened?.action === 'edit' && <WatermarkDialog watermark={opened.watermark} onClose={close} />}
      </Suspense>
      {opened?.action === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title="Delete Watermark"
          description={`“${opened.watermark.name}” can no longer be chosen.`}
          confirmLabel="Delete"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(opened.watermark, { onSettled: close })}
        />
      )}
    </div>
  );
}

interface WatermarkRowProps {
  watermark: Watermark;
  onAction: (action: 'edit' | 'delete') => void;
}

/** Says what uses it, or that no link does. */
const counted = (uses: Readonly<Record<string, number>>): string[] => {
  const texts = Object.entries(uses).flatMap(([noun, count]) =>
    count === 0 ? [] : `${count} ${noun}${count === 1 ? '' : 's'}`,
  );
  return texts.length === 0 ? ['not used'] : texts;
};

function WatermarkRow({ watermark: { name, template, links, groups, rooms }, onAction }: WatermarkRowProps) {
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <Stamp size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-ink-muted text-xs">
          {[template, ...counted({ link: links, group: groups, room: rooms })].join(' · ')}
        </p>
      </div>
      <EntryMenu name={name} onEdit={() => onAction('edit')} onDelete={() => onAction('delete')} />
    </li>
  );
}
