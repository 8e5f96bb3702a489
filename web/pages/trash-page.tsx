import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useEmptyTrash, useTrash } from '#web/features/trash/api.ts';
import { TrashList } from '#web/features/trash/trash-list.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

export function TrashPage() {
  usePageTitle('Trash');
  const hasItems = (useTrash().data?.pages[0]?.result.length ?? 0) > 0;
  const empty = useEmptyTrash();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader
        title="Trash"
        subtitle="Deleted folders and files, until they are permanently removed"
        actions={
          hasItems && (
            <Button icon={Trash2} onClick={() => setAsking(true)}>
              Empty Trash
            </Button>
          )
        }
      />
      <TrashList />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Empty Trash"
        description="Everything in your trash is permanently deleted. This can’t be undone."
        confirmLabel={empty.isPending ? 'Deleting...' : 'Empty Trash'}
        busy={empty.isPending}
        onConfirm={() => empty.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </div>
  );
}
