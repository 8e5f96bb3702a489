import FilePlus2 from 'lucide-react/icons/file-plus-2';
import { useId, useState } from 'react';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { type Line, useDeletePlaceholder, useLines } from './lines-api.ts';
import { PlaceholderDialog } from './placeholder-dialog.tsx';
import { PlaceholderRow } from './placeholder-row.tsx';

interface PlaceholderListProps {
  folderId: number;
  version: string;
  mayChange: boolean;
}

type Placeholder = Line<'placeholder'>;
type Open =
  | { kind: 'edit'; placeholder: Placeholder | undefined }
  | { kind: 'delete'; placeholder: Placeholder };

/** Lists the placeholders of a folder; the staff of the room add, change and replace them. */
export function PlaceholderList({ folderId, version, mayChange }: PlaceholderListProps) {
  const headingId = useId();
  const { data, error, refetch } = useLines(folderId, 'placeholder', version);
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useDeletePlaceholder(folderId);
  if (error && !data)
    return <LoadError error={error} summary="Failed to fetch placeholders" onRetry={() => void refetch()} />;
  if (!data || (data.length === 0 && !mayChange)) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-4">
        <h2 id={headingId} className="font-semibold text-base">
          Placeholders
        </h2>
        {mayChange && (
          <Button icon={FilePlus2} onClick={() => setOpen({ kind: 'edit', placeholder: undefined })}>
            Add Placeholder
          </Button>
        )}
      </div>
      {data.length === 0 ? (
        <p className="text-ink-muted">Reserve a number for a file that is still to come.</p>
      ) : (
        <PlaceholderRows placeholders={data} onOpen={mayChange ? setOpen : undefined} />
      )}
      {remove.error && (
        <Notice tone="danger" urgent>
          The placeholder was not deleted. {getErrorMessage(remove.error)}
        </Notice>
      )}
      {open?.kind === 'edit' && (
        <PlaceholderDialog folderId={folderId} placeholder={open.placeholder} onClose={() => setOpen(null)} />
      )}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title="Delete Placeholder?"
        description={`${open?.placeholder?.name ?? 'It'} is removed from the index.`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() =>
          open?.kind === 'delete' && remove.mutate(open.placeholder.id, { onSettled: () => setOpen(null) })
        }
      />
    </section>
  );
}

interface PlaceholderRowsProps {
  placeholders: readonly Placeholder[];
  /** Absent when the user may not change them. */
  onOpen: ((open: Open) => void) | undefined;
}

function PlaceholderRows({ placeholders, onOpen }: PlaceholderRowsProps) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {placeholders.map((placeholder) => (
          <PlaceholderRow
            key={placeholder.id}
            placeholder={placeholder}
            {...(onOpen && {
              actions: {
                onEdit: () => onOpen({ kind: 'edit', placeholder }),
                onDelete: () => onOpen({ kind: 'delete', placeholder }),
              },
            })}
          />
        ))}
      </ul>
    </Card>
  );
}
