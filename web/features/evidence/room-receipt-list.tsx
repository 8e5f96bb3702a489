import ReceiptIcon from 'lucide-react/icons/receipt';
import type { RoomReceipt } from '#shared/contracts/rooms/receipts.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { useRoomReceipts } from './api.ts';
import { OCCASION } from './receipt-list.tsx';

/** Lists the receipts that visitors of a room got. Their files belong to the visitors. */
export function RoomReceiptList({ roomId }: { roomId: number }) {
  const list = useRoomReceipts(roomId);
  const { data, error, refetch } = list;
  const receipts = data?.pages.flatMap(({ result }) => result);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!receipts) return <Skeleton className="h-40" />;
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-2 p-4">
          <h2 className="font-semibold text-base">Receipts of visitors</h2>
          <ButtonLink href="/verify">Verify</ButtonLink>
        </div>
        {receipts.length === 0 ? (
          <EmptyState
            icon={ReceiptIcon}
            title="No receipts yet"
            description="Visitors who have access to this room alone get receipts of their first visit and when they leave."
          />
        ) : (
          <ul aria-label="Receipts of visitors" className="divide-y divide-line border-line border-t">
            {receipts.map((receipt) => (
              <ReceiptItem key={receipt.id} receipt={receipt} />
            ))}
          </ul>
        )}
      </Card>
      <ShowMore list={list} />
    </>
  );
}

function ReceiptItem({ receipt }: { receipt: RoomReceipt }) {
  const { kind, recipient, createdAt, logEntries, filesVisible, filesOpened } = receipt;
  return (
    <li className="px-4 py-3">
      <p className="wrap-anywhere">
        <span className="font-medium">{recipient}</span>{' '}
        <time dateTime={createdAt} className="text-ink-muted">
          {formatDateTime(createdAt)}
        </time>
      </p>
      <p className="text-ink-muted">
        {OCCASION[kind]}. As of log entry {logEntries}: {filesVisible} files visible, {filesOpened} opened.
      </p>
    </li>
  );
}
