import Ban from 'lucide-react/icons/ban';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { formatDateTime, formatSize, nameOf } from '#shared/domain/format.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { useRestoreVersion, useVersions } from './api.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Lists the versions of a file, newest first, with what the user may do with each. */
export function VersionList({ file }: { file: File }) {
  const list = useVersions(file.id);
  const { data, error, refetch } = list;
  const [withdrawing, setWithdrawing] = useState<FileVersion | null>(null);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const versions = data.pages.flatMap(({ result }) => result);
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <ul aria-label="Versions" className="divide-y divide-line">
          {versions.map((version) => (
            <VersionRow
              key={version.number}
              {...{ file, version }}
              hasOthers={versions.filter((each) => each.withdrawnAt === null && !each.isDraft).length > 1}
              onWithdraw={() => setWithdrawing(version)}
            />
          ))}
        </ul>
      </Card>
      <ShowMore list={list} />
      {withdrawing && (
        <WithdrawDialog file={file} version={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
    </div>
  );
}

interface VersionRowProps {
  file: File;
  version: FileVersion;
  /** Another version is not withdrawn. */
  hasOthers: boolean;
  onWithdraw: () => void;
}

function VersionRow(props: VersionRowProps) {
  const { version } = props;
  const { number, author, createdAt, size, note, sha256, isCurrent, isDraft, withdrawnAt, withdrawnReason } =
    version;
  const facts = [author && nameOf(author), formatDateTime(createdAt), formatSize(size)]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          Version {number}
          {isCurrent && <Badge tone="accent">Current</Badge>}
          {isDraft && withdrawnAt === null && <Badge tone="warning">Draft</Badge>}
          {withdrawnAt !== null && <Badge tone="warning">Withdrawn</Badge>}
        </p>
        <p className="text-ink-muted text-xs wrap-anywhere">{facts}</p>
        {note !== null && <p className="mt-1 wrap-anywhere">{note}</p>}
        {withdrawnAt !== null && (
          <p className="mt-1 wrap-anywhere text-warning-ink">
            Withdrawn {formatDateTime(withdrawnAt)}: {withdrawnReason}
          </p>
        )}
        {sha256 !== null && (
          <p className="mt-1 truncate font-mono text-ink-muted text-xs" title={`SHA-256 ${sha256}`}>
            <span className="font-sans">SHA-256 </span>
            {sha256}
          </p>
        )}
      </div>
      <VersionActions {...props} />
    </li>
  );
}

function VersionActions({ file, version, hasOthers, onWithdraw }: VersionRowProps) {
  const actor = useActor();
  const restore = useRestoreVersion(file);
  const { number, isCurrent, withdrawnAt } = version;
  const isWaiting = version.isDraft === true && withdrawnAt === null;
  const spoken = <span className="sr-only"> version {number}</span>;
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="-ml-2 flex flex-wrap gap-1">
        <VersionLinks {...{ file, version }} />
        {!isCurrent && !isWaiting && filePolicy.restoreVersion(actor, file) && (
          <Button
            size="small"
            variant="ghost"
            icon={RotateCcw}
            busy={restore.isPending}
            onClick={() => restore.mutate(version)}
          >
            Restore{spoken}
          </Button>
        )}
        {hasOthers && !isWaiting && withdrawnAt === null && filePolicy.withdrawVersion(actor, file) && (
          <Button size="small" variant="ghost" icon={Ban} onClick={onWithdraw}>
            Withdraw{spoken}
          </Button>
        )}
      </div>
      {restore.error && (
        <p role="alert" className="text-danger-ink text-xs">
          {getErrorMessage(restore.error)}
        </p>
      )}
    </div>
  );
}

/** Links that open the version, download it and compare it with the current one. */
function VersionLinks({ file, version }: Pick<VersionRowProps, 'file' | 'version'>) {
  const actor = useActor();
  const { number, isCurrent } = version;
  const spoken = <span className="sr-only"> version {number}</span>;
  const params = { id: file.id, number };
  return (
    <>
      <ButtonLink
        href={isCurrent ? `/file/${file.id}` : `/file/${file.id}/versions/${number}`}
        size="small"
        variant="ghost"
        icon={Eye}
      >
        Open{spoken}
      </ButtonLink>
      {filePolicy.download(actor, file) && (
        <ButtonLink
          href={buildUrl('GET /api/files/:id/versions/:number/download', { params })}
          opens="download"
          size="small"
          variant="ghost"
          icon={Download}
        >
          Download{spoken}
        </ButtonLink>
      )}
      {!isCurrent && (
        <ButtonLink
          href={`/file/${file.id}/compare?a=${number}&b=${file.version ?? 1}`}
          size="small"
          variant="ghost"
          icon={GitCompareArrows}
          tooltip="Compare with current"
        >
          Compare<span className="sr-only"> version {number} with current</span>
        </ButtonLink>
      )}
    </>
  );
}
