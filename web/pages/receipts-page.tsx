import ReceiptIcon from 'lucide-react/icons/receipt';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useCreateReceipt } from '#web/features/evidence/api.ts';
import { ReceiptList } from '#web/features/evidence/receipt-list.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

export function ReceiptsPage() {
  usePageTitle('My Receipts');
  const create = useCreateReceipt();
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader
        title="My Receipts"
        subtitle="Signed statements of what you could see and when"
        actions={
          <>
            <ButtonLink href="/verify">Verify</ButtonLink>
            <Button
              variant="primary"
              icon={ReceiptIcon}
              busy={create.isPending}
              onClick={() => create.mutate()}
            >
              Get a Receipt Now
            </Button>
          </>
        }
      />
      {create.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(create.error)}
        </Notice>
      )}
      <ReceiptList />
    </div>
  );
}
