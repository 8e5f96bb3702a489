import Archive from 'lucide-react/icons/archive';
import { RoomAnchors } from '#web/features/evidence/anchors/room-anchors.tsx';
import { ArchiveForm } from '#web/features/evidence/archives/archive-form.tsx';
import { ArchiveList } from '#web/features/evidence/archives/archive-list.tsx';
import { CertificateForm } from '#web/features/evidence/certificates/certificate-form.tsx';
import { RoomCertificateList } from '#web/features/evidence/certificates/certificate-list.tsx';
import { RoomReceiptList } from '#web/features/evidence/room-receipt-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { RoomPage } from '../room-pages.tsx';

/** Shows managers what proves to others what was in a room. */
export function RoomEvidencePage() {
  return (
    <RoomPage
      title="Evidence"
      tab="evidence"
      subtitle="Certificates, archives and receipts that can be verified without this server"
    >
      {(roomId, { mayManage }) =>
        mayManage ? (
          <>
            <CertificateForm roomId={roomId} />
            <RoomCertificateList roomId={roomId} />
            <ArchiveForm roomId={roomId} />
            <ArchiveList roomId={roomId} />
            <RoomReceiptList roomId={roomId} />
            <RoomAnchors roomId={roomId} />
          </>
        ) : (
          <EmptyState
            icon={Archive}
            title="For managers only"
            description="Only managers of the room and administrators can create evidence of it."
          />
        )
      }
    </RoomPage>
  );
}
