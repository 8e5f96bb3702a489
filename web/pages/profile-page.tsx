import FileText from 'lucide-react/icons/file-text';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { countOf, formatDate, formatSize, nameOf } from '#shared/domain/format.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { useUsage } from '#web/features/accounts/usage.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useFiles } from '#web/features/files/api.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { downloadOnceAllowed } from '#web/lib/http/download-once-allowed.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';

const MAX_RECENT = 5;

export function ProfilePage() {
  usePageTitle('Profile');
  const user = useSignedInUser();
  const { username, displayName, email, avatar } = user;
  const folders = useFolderTree();
  const files = useFiles(undefined);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <Card className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5">
        <Avatar
          name={nameOf(user)}
          image={avatar}
          {...(displayName === undefined && { initials: getInitials(username) })}
          size="large"
        />
        <div className="min-w-0 flex-1 basis-40">
          <h1 className="truncate font-semibold text-xl tracking-tight">{nameOf(user)}</h1>
          {displayName !== undefined && <p className="truncate text-ink-muted">{username}</p>}
          <p className="truncate text-ink-muted">{email}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            href="/api/user/my-data"
            opens="download"
            onClick={(event) => void downloadOnceAllowed(event)}
          >
            Download My Data
          </ButtonLink>
          <ButtonLink href="/settings">Edit Profile</ButtonLink>
        </div>
        <dl className="flex basis-full gap-8 border-line border-t pt-4">
          <CountItem label="Folders" of={folders.data} />
          <CountItem label="Files" of={files.data} />
        </dl>
        {folders.error && !folders.data && (
          <div className="basis-full">
            <LoadError
              error={folders.error}
              summary={FETCH_ERRORS.folderTree}
              onRetry={() => void folders.refetch()}
            />
          </div>
        )}
        <StorageUsage />
      </Card>
      <section aria-labelledby="recent-documents" className="flex flex-col gap-2">
        <h2 id="recent-documents" className="font-semibold text-base">
          Recent Documents
        </h2>
        <Card>
          {files.error && !files.data ? (
            <LoadError error={files.error} summary={FETCH_ERRORS.files} onRetry={files.refetch} />
          ) : (
            <RecentDocuments files={files.data} />
          )}
        </Card>
      </section>
    </div>
  );
}

const GB = 1024 ** 3;

/** Formats the large sizes of quotas in gigabytes, without a fraction of zero. */
const formatStorage = (bytes: number): string =>
  bytes < GB ? formatSize(bytes) : `${(bytes / GB).toLocaleString('en-US', { maximumFractionDigits: 1 })} GB`;

/** Shows what the user owns and may own. */
function StorageUsage() {
  const { data } = useUsage();
  if (!data) return null;
  const { used, quota } = data;
  const describe = (amount: string, most: string | undefined) =>
    most === undefined ? amount : `${amount} of ${most}`;
  const storage = describe(
    formatSize(used.bytes),
    quota.bytes === null ? undefined : formatStorage(quota.bytes),
  );
  const count = (owned: number, most: number | null, noun: string) =>
    most === null ? countOf(owned, noun) : `${owned.toLocaleString('en-US')} of ${countOf(most, noun)}`;
  return (
    <p className="basis-full text-ink-muted text-xs">
      You own {storage}, {count(used.files, quota.files, 'file')} and{' '}
      {count(used.folders, quota.folders, 'folder')}, including the trash.
    </p>
  );
}

/** Returns the initials of the username. */
const getInitials = (username: string): string =>
  username
    .split(/[\s._-]+/)
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2)
    .toUpperCase() || 'U';

function CountItem({ label, of }: { label: string; of: readonly unknown[] | undefined }) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="min-h-7 font-semibold text-lg tabular-nums">{of?.length ?? '…'}</dd>
    </div>
  );
}

function RecentDocuments({ files }: { files: readonly File[] | undefined }): ReactNode {
  if (!files)
    return (
      <div aria-hidden="true" className="flex flex-col gap-4 p-4">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-5 w-1/3" />
      </div>
    );
  if (files.length === 0) {
    return (
      <EmptyState
        icon={FileText}
        title="You don't have any documents yet."
        action={<ButtonLink href="/">Go to Home</ButtonLink>}
        compact
      />
    );
  }
  return (
    <ul className="divide-y divide-line">
      {files.slice(0, MAX_RECENT).map(({ id, name, fileType, size, createdAt }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-2.5">
          <span className="w-12 shrink-0">
            <Badge>{TYPE_LABEL[fileType] ?? 'FILE'}</Badge>
          </span>
          <Link
            href={`/file/${id}`}
            title={name}
            className="min-w-0 flex-1 truncate rounded-sm font-medium hover:underline"
          >
            {name}
          </Link>
          <span className="shrink-0 text-ink-muted text-xs">
            {formatSize(size)}
            <span className="max-sm:hidden"> · {formatDate(createdAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const TYPE_LABEL: Partial<Record<File['fileType'], string>> = {
  pdf: 'PDF',
  doc: 'DOC',
  docx: 'DOC',
  xls: 'XLS',
  xlsx: 'XLS',
  ppt: 'PPT',
  pptx: 'PPT',
  jpg: 'IMG',
  jpeg: 'IMG',
  png: 'IMG',
};
