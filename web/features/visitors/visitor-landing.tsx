import type { LucideIcon } from 'lucide-react';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import Files from 'lucide-react/icons/files';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { countOf, formatDate, formatSize } from '#shared/domain/format.ts';
import { MAX_RECENT_FILES } from '#shared/domain/preferences.ts';
import { useVisitorSession } from '#web/features/accounts/visitor-session.ts';
import { useFetchedFileCount, useRecentFiles } from '#web/features/files/api.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { BrandContext } from '#web/ui/layout/brand-context.ts';
import { LogoImage } from '#web/ui/layout/logo.tsx';
import { describeEntries, describeExpiry, describeFileCount } from './landing-counts.ts';

/** Tells visitors on the page where they arrive who shared what with them, until when, and what is recorded. */
export function VisitorLanding({ folderId }: { folderId: number | null }) {
  const visit = useVisitorSession();
  // A visitor with one folder arrives there, and another one on the home page.
  if (!visit || visit.folderId !== folderId) return null;
  return visit.archive ? <SharedArchive visit={visit} archive={visit.archive} /> : <Landing visit={visit} />;
}

interface SharedArchiveProps {
  visit: VisitorStatus;
  archive: NonNullable<VisitorStatus['archive']>;
}

/** Offers the archive that the link of the visitor hands over. */
function SharedArchive({ visit, archive }: SharedArchiveProps) {
  const { id, roomName, size, documents, createdAt } = archive;
  const from = visit.inviterName === null ? '' : ` from ${visit.inviterName}`;
  return (
    <section
      aria-label="Shared with you"
      className="flex flex-col items-start gap-4 rounded-lg border border-line bg-surface p-5 md:p-6"
    >
      <p className="text-balance font-semibold text-xl tracking-tight wrap-anywhere md:text-2xl">
        Archive of {roomName}
        {from}
      </p>
      <Greeting visit={visit} />
      <p className="text-pretty">
        A ZIP with {countOf(documents, 'document')} as of {formatDate(createdAt)}, {formatSize(size)}. Unpack
        it and open index.html to browse and search without a network. To verify it, open{' '}
        <Link href="/verify" className="rounded-sm underline">
          the verifier
        </Link>
        .
      </p>
      <ButtonLink
        href={buildUrl('GET /api/archives/:id/download', { params: { id } })}
        icon={Download}
        opens="download"
        variant="primary"
      >
        Download Archive
      </ButtonLink>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-ink-muted">
        {visit.expiresAt !== null && (
          <Fact icon={CalendarClock}>{describeExpiry(visit.expiresAt, Date.now())}</Fact>
        )}
        <Fact icon={Eye}>Your download is recorded</Fact>
      </ul>
    </section>
  );
}

function Landing({ visit }: { visit: VisitorStatus }) {
  const folders = useFolderTree().data;
  const files = useRecentFiles().data;
  const fileCount = useFetchedFileCount();
  const sharedCount = folders?.filter(({ parentId }) => parentId === null).length;
  // The page shows what is in the one folder that is shared.
  const folderCount = (folders?.length ?? 0) - (visit.folderId === null ? 0 : 1);
  const shared = visit.folderName ?? describeEntries(sharedCount, fileCount ?? files?.length);
  const newest = files?.[0];
  const isEmpty = sharedCount === 0 && files?.length === 0;
  return (
    <section
      aria-label="Shared with you"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 md:p-6"
    >
      <Brand />
      <p className="text-balance font-semibold text-xl tracking-tight wrap-anywhere md:text-2xl">
        {isEmpty ? describeEmpty(visit) : describeShared(visit, shared)}
      </p>
      <Greeting visit={visit} />
      {isEmpty && <p>Nothing is shared with you yet. Documents appear here as soon as you may see them.</p>}
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-ink-muted">
        {visit.expiresAt !== null && (
          <Fact icon={CalendarClock}>{describeExpiry(visit.expiresAt, Date.now())}</Fact>
        )}
        {folders && files && !isEmpty && (
          <Fact icon={Files}>
            {folderCount > 0 && `${countOf(folderCount, 'folder')}, `}
            {fileCount === undefined
              ? describeFileCount(files.length, MAX_RECENT_FILES)
              : countOf(fileCount, 'file')}
            {newest && `, last added ${formatDate(newest.createdAt)}`}
          </Fact>
        )}
        <Fact icon={Download}>{describeDownloads(visit)}</Fact>
        <Fact icon={Eye}>Your views are recorded</Fact>
      </ul>
      <Footer />
    </section>
  );
}

/** Shows the words of the owner of the link to its visitors. */
function Greeting({ visit: { greeting } }: { visit: VisitorStatus }) {
  if (greeting === undefined) return null;
  return <p className="wrap-anywhere whitespace-pre-wrap text-pretty">{greeting}</p>;
}

/** The organization in whose name the documents are shared. */
function Brand() {
  const { name, logoUrls, welcomeText } = useContext(BrandContext);
  const hasLogo = logoUrls.light !== null || logoUrls.dark !== null;
  return (
    <>
      {(name !== null || hasLogo) && (
        <p className="flex items-center gap-3 border-line border-b pb-4 font-semibold text-base">
          <LogoImage {...logoUrls} className="h-12 max-w-48" />
          {name}
        </p>
      )}
      {welcomeText !== null && <p className="whitespace-pre-line wrap-anywhere">{welcomeText}</p>}
    </>
  );
}

function Footer() {
  const { footer } = useContext(BrandContext);
  if (footer === null) return null;
  return (
    <p className="whitespace-pre-line border-line border-t pt-4 text-ink-muted text-sm wrap-anywhere">
      {footer}
    </p>
  );
}

const describeEmpty = ({ inviterName }: VisitorStatus): string =>
  inviterName === null ? 'You are invited' : `${inviterName} invited you`;

const describeShared = ({ inviterName }: VisitorStatus, shared: string): string =>
  inviterName === null ? `Shared with you: ${shared}` : `${inviterName} shared ${shared} with you`;

function describeDownloads({ isGroupMember, mayDownload, mayDownloadWatermarked }: VisitorStatus): string {
  if (isGroupMember) return 'Each folder says whether you can download';
  if (mayDownloadWatermarked) return 'You can download PDFs with a watermark';
  return mayDownload ? 'You can download files that allow it' : 'For viewing, without downloads';
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon size={16} className="shrink-0" />
      <span>{children}</span>
    </li>
  );
}
