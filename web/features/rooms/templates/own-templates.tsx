import { useState } from 'react';
import type { RoomTemplate } from '#shared/contracts/rooms/templates.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { describeTemplate, useDeleteTemplate, useTemplates } from './templates-api.ts';

/** Lists the saved templates, if there are any; administrators see those of everybody. */
export function OwnTemplates() {
  const list = useTemplates();
  const own = (list.data ?? []).filter(({ isDelivered }) => !isDelivered);
  const [deleted, setDeleted] = useState<RoomTemplate | null>(null);
  const remove = useDeleteTemplate();
  if (own.length === 0) return <FailedList lists={[list]} summary="The templates could not be loaded" />;
  return (
    <section aria-labelledby="own-templates" className="flex flex-col gap-2">
      <h2 id="own-templates" className="font-semibold text-base">
        Saved templates
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {own.map((template) => (
            <li key={template.id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
              <div className="min-w-0">
                <p className="wrap-anywhere font-medium">{template.name}</p>
                <p className="text-ink-muted text-sm">{describeTemplate(template)}</p>
              </div>
              <Button size="small" onClick={() => setDeleted(template)}>
                Delete<span className="sr-only"> {template.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      {deleted && (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleted(null)}
          title={`Delete ${deleted.name}?`}
          description="Rooms that were created from the template stay as they are."
          confirmLabel="Delete"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(deleted, { onSettled: () => setDeleted(null) })}
        />
      )}
    </section>
  );
}
