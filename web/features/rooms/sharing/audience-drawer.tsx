import { useQuery } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import type { AudienceEntry } from '#shared/contracts/rooms/audience.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { callAllPages } from '#web/lib/http/call.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Drawer } from '#web/ui/overlays/drawer.tsx';

const useAudience = (fileId: number) =>
  useQuery({
    queryKey: ['rooms', 'audience', fileId],
    queryFn: ({ signal }) => callAllPages('GET /api/files/:id/audience', {}, signal, { id: fileId }),
  });

/** Lists everybody who can see a file. */
export function AudienceDrawer({ file, onClose }: { file: File; onClose: () => void }) {
  return (
    <Drawer title="Who Can See This" description={file.name} onClose={onClose}>
      <Audience fileId={file.id} />
    </Drawer>
  );
}

function Audience({ fileId }: { fileId: number }) {
  const { data, error, refetch } = useAudience(fileId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  return (
    <>
      <ul className="divide-y divide-line">
        {data.map((entry) => (
          <AudienceRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <p className="text-ink-muted text-sm">Administrators can see every file.</p>
    </>
  );
}

const LEVELS: Readonly<Record<AudienceEntry['level'], string>> = {
  owner: 'Owner',
  collaborator: 'Collaborator',
  view: 'View',
  download: 'Download',
  original: 'Original',
};

function describeSource({ via, source }: AudienceEntry): string {
  if (via === 'group') return `Group ${source}`;
  if (via === 'link') return `Link ${source}`;
  return via === 'invitation' ? 'Invitation' : 'Works in the folder';
}

function AudienceRow({ entry }: { entry: AudienceEntry }) {
  const { person, name = person, via, level, firstOpenedAt } = entry;
  const isLink = via === 'link' && person === null;
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {name ?? (isLink ? 'People with the link' : 'Anyone with the invitation')}
        </span>
        <span className="block text-ink-muted text-xs wrap-anywhere">{describeSource(entry)}</span>
        {!isLink && firstOpenedAt !== undefined && (
          <span className="block text-ink-muted text-xs">
            {firstOpenedAt === null ? 'Not opened yet' : `First opened ${formatDateTime(firstOpenedAt)}`}
          </span>
        )}
      </span>
      <Badge>{LEVELS[level]}</Badge>
    </li>
  );
}
