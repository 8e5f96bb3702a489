import ReceiptIcon from 'lucide-react/icons/receipt-text';
import type { Receipt } from '#shared/contracts/audit.ts';
import { countOf, formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useReceipts } from './api.ts';

export const OCCASION: Readonly<Record<Receipt['kind'], string>> = {
  entry: 'First visit',
  terms: 'Terms accepted',
  digest: 'With an email about changes',
  exit: 'Leaving',
  request: 'On request',
};

/** Lists the receipts of the user or visitor with their downloads. */
export function ReceiptList() {
  return (
    <PagedList
      label="Receipts"
      list={useReceipts()}
      LoadError={LoadError}
      empty={{
        icon: ReceiptIcon,
        title: 'No receipts yet',
        description:
          'A receipt states which files you can see now. Keep it: it shows later if the record was changed.',
      }}
    >
      {(receipt) => <ReceiptItem key={receipt.id} receipt={receipt} />}
    </PagedList>
  );
}

function ReceiptItem({ receipt }: { receipt: Receipt }) {
  const { id, kind, createdAt, logEntries, filesVisible, filesOpened } = receipt;
  const urlOf = (format: 'html' | 'json') =>
    buildUrl('GET /api/receipts/:id', { params: { id }, query: { format } });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
        <p className="text-ink-muted">
          {OCCASION[kind]}. As of log entry {logEntries}: {countOf(filesVisible, 'file')} visible,{' '}
          {filesOpened} opened.
        </p>
      </div>
      <div className="flex gap-2">
        <ButtonLink href={urlOf('html')} opens="download">
          HTML
        </ButtonLink>
        <ButtonLink href={urlOf('json')} opens="download">
          JSON
        </ButtonLink>
      </div>
    </li>
  );
}
