import { useState } from 'react';
import type { Subject } from '#shared/contracts/subjects/subjects.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useExportSubject, usePreviewErasure } from './api.ts';
import { CategoryTable } from './category-table.tsx';
import { EraseDialog } from './erase-dialog.tsx';

const describeAccount = ({ username, isAdmin, isDeleted }: Subject['accounts'][number]): string =>
  `${username}${isAdmin ? ', administrator' : ''}${isDeleted ? ', deleted' : ''}`;

/** Shows what is stored about a person, with its export and erasure. */
export function SubjectReport({ subject, onErased }: { subject: Subject; onErased: () => void }) {
  const { email, accounts, notice, categories, rooms } = subject;
  const [isErasing, setErasing] = useState(false);
  const exporting = useExportSubject();
  const preview = usePreviewErasure();
  const error = exporting.error ?? preview.error;
  const isEmpty = categories.length === 0 && accounts.length === 0;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 truncate font-semibold text-base">{email}</h2>
        <div className="flex flex-wrap gap-2">
          {(['json', 'csv', 'pdf'] as const).map((format) => (
            <Button
              key={format}
              busy={exporting.isPending}
              onClick={() => exporting.mutate({ email, format })}
            >
              Export {format.toUpperCase()}
            </Button>
          ))}
          <Button
            busy={preview.isPending}
            onClick={() => preview.mutate(email, { onSuccess: () => setErasing(true) })}
          >
            Preview Erasure
          </Button>
        </div>
      </div>
      {error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(error)}
        </Notice>
      )}
      {notice !== null && <Notice tone="info">{notice}</Notice>}
      {accounts.length > 0 && <p>Accounts: {accounts.map(describeAccount).join('; ')}</p>}
      {isEmpty ? (
        <p className="text-ink-muted">Nothing is stored about this address.</p>
      ) : (
        <CategoryTable categories={categories} />
      )}
      {rooms.length > 0 && (
        <p className="text-ink-muted">Rooms: {rooms.map(({ name }) => name).join(', ')}</p>
      )}
      {isErasing && preview.data && (
        <EraseDialog preview={preview.data} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </Card>
  );
}
