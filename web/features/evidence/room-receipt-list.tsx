import ReceiptIcon from 'lucide-react/icons/receipt-text';
import type { RoomReceipt } from '#shared/contracts/rooms/receipts.ts';
import { countOf, formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useRoomReceipts } from './api.ts';
import { OCCASION } from './receipt-list.tsx';

/** Lists the receipts that visitors of a room got. Their files belong to the visitors. */
export function RoomReceiptList({ roomId }: { roomId: number }) {
  return (
    <PagedList
      label="Receipts of visitors"
      list={useRoomReceipts(roomId)}
      LoadError={LoadError}
      empty={{
        icon: ReceiptIcon,
        title: 'No receipts yet',
        description:
          'Visitors who have access to this room alone get receipts of their first visit and when they leave.',
      }}
      header={
        <div className="flex flex-wrap items-center justify-between gap-2 p-4">
          <h2 className="font-semibold text-base">Receipts of visitors</h2>
          <ButtonLink href="/verify">Verify</ButtonLink>
        </div>
      }
    >
      {(receipt) => <ReceiptItem key={receipt.id} receipt={receipt} />}
    </PagedList>
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
        {OCCASION[kind]}. As of log entry {logEntries}: {countOf(filesVisible, 'file')} visible
        {filesOpened !== undefined && `, ${filesOpened} opened`}.
      </p>
    </li>
  );
}
