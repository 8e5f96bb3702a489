import FileCheck from 'lucide-react/icons/file-check';
import ReceiptIcon from 'lucide-react/icons/receipt-text';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useCreateReceipt, useReceipts } from '#web/features/evidence/api.ts';
import { OwnCertificateList } from '#web/features/evidence/certificates/certificate-list.tsx';
import { useCreateOwnCertificate } from '#web/features/evidence/certificates/certificates-api.ts';
import { ReceiptList } from '#web/features/evidence/receipt-list.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

export function ReceiptsPage() {
  usePageTitle('My Receipts');
  const create = useCreateReceipt();
  const certify = useCreateOwnCertificate();
  const error = create.error ?? certify.error;
  const refused = useReceipts().error;
  if (refused instanceof ApiError && refused.status === 403) return <NoReceipts />;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader
        title="My Receipts"
        subtitle="Signed statements of what you could see and when"
        actions={
          <>
            <ButtonLink href="/verify">Verify</ButtonLink>
            <Button icon={FileCheck} busy={certify.isPending} onClick={() => certify.mutate()}>
              Get a Certificate Now
            </Button>
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
      {error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(error)}
        </Notice>
      )}
      <ReceiptList />
      <h2 className="font-semibold text-base">Certificates</h2>
      <OwnCertificateList />
    </div>
  );
}

/** Tells visitors whose link confirmed no address that they get no receipts. */
function NoReceipts() {
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader title="My Receipts" />
      <Card>
        <EmptyState
          icon={ReceiptIcon}
          title="No receipts through this link"
          description="A receipt is for a confirmed person. Ask for an invitation to get one."
          action={<ButtonLink href="/">Back to Documents</ButtonLink>}
        />
      </Card>
    </div>
  );
}
