import FileCheck from 'lucide-react/icons/file-check';
import type { Certificate } from '#shared/contracts/rooms/certificates.ts';
import { countOf, formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { nameOfParty } from './certificate-form.tsx';
import { useOwnCertificates, useRoomCertificates } from './certificates-api.ts';

/** Lists the certificates of a room. */
export const RoomCertificateList = ({ roomId }: { roomId: number }) => (
  <CertificateList
    list={useRoomCertificates(roomId)}
    description="A certificate for the signing date can be an annex of the contract."
  />
);

/** Lists the certificates that the user or visitor asked for. */
export const OwnCertificateList = () => (
  <CertificateList
    list={useOwnCertificates()}
    description="A certificate names each document that you can see now, with its version and hash."
  />
);

interface CertificateListProps {
  list: ReturnType<typeof useRoomCertificates> | ReturnType<typeof useOwnCertificates>;
  description: string;
}

function CertificateList({ list, description }: CertificateListProps) {
  const { data, error, refetch } = list;
  const certificates = data?.pages.flatMap(({ result }) => result);
  if (error && !data)
    return (
      <LoadError error={error} summary="Certificates could not be loaded" onRetry={() => void refetch()} />
    );
  if (!certificates) return <ListSkeleton />;
  return (
    <>
      <Card>
        {certificates.length === 0 ? (
          <EmptyState icon={FileCheck} title="No certificates yet" description={description} />
        ) : (
          <ul aria-label="Disclosure certificates" className="divide-y divide-line">
            {certificates.map((certificate) => (
              <CertificateItem key={certificate.id} certificate={certificate} />
            ))}
          </ul>
        )}
      </Card>
      <ShowMore list={list} />
    </>
  );
}

function CertificateItem({ certificate }: { certificate: Certificate }) {
  const { id, party, at, state, error, documents, sha256, roomId } = certificate;
  const urlOf = (format: 'pdf' | 'json') =>
    buildUrl('GET /api/certificates/:id', { params: { id }, query: { format } });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">
            {roomId === null ? 'What you could see' : nameOfParty(party)}
          </span>
          <time dateTime={at} className="text-ink-muted">
            {formatDateTime(at)}
          </time>
        </p>
        {documents !== null && <p className="text-ink-muted">{countOf(documents, 'document')}</p>}
        {sha256 !== null && <p className="break-all text-ink-muted text-xs">SHA-256 {sha256}</p>}
        {state === 'failed' && (
          <div className="mt-2">
            <Notice tone="danger">{error}</Notice>
          </div>
        )}
        {state === 'waiting' && (
          <div className="mt-2">
            <ProgressBar label={`Creating certificate ${id}`} value={null} />
          </div>
        )}
      </div>
      {state === 'done' && (
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink href={urlOf('pdf')} opens="download">
            PDF
          </ButtonLink>
          <ButtonLink href={urlOf('json')} opens="download">
            JSON
          </ButtonLink>
        </div>
      )}
    </li>
  );
}
