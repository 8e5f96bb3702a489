import Eye from 'lucide-react/icons/eye';
import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { AudienceEntry } from '#shared/contracts/rooms/audience.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { isMember } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Drawer } from '#web/ui/overlays/drawer.tsx';
import { useAudience, useRooms } from './api.ts';

/** Opens the list of everybody who can see a file, for the staff of its room and who may share it. */
export function AudienceButton({ file }: { file: File }) {
  const actor = useActor();
  const [isOpen, setOpen] = useState(false);
  const mayShare = filePolicy.share(actor, file);
  if (!mayShare && !isMember(file)) return null;
  return mayShare ? (
    <OpenButton file={file} isOpen={isOpen} setOpen={setOpen} />
  ) : (
    <StaffOnly>
      <OpenButton file={file} isOpen={isOpen} setOpen={setOpen} />
    </StaffOnly>
  );
}

/** Collaborators see it only as staff of a room. */
function StaffOnly({ children }: { children: React.ReactNode }) {
  const rooms = useRooms().data ?? [];
  return rooms.length > 0 ? children : null;
}

interface OpenButtonProps {
  file: File;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

function OpenButton({ file, isOpen, setOpen }: OpenButtonProps) {
  return (
    <>
      <Button icon={Eye} onClick={() => setOpen(true)}>
        Who Can See This
      </Button>
      {isOpen && (
        <Drawer title="Who can see this" description={file.name} onClose={() => setOpen(false)}>
          <Audience fileId={file.id} />
        </Drawer>
      )}
    </>
  );
}

function Audience({ fileId }: { fileId: number }) {
  const { data, error, refetch } = useAudience(fileId);
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
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
  const { person, via, level, firstOpenedAt } = entry;
  const isLink = via === 'link' && person === null;
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {person ?? (isLink ? 'People with the link' : 'Anyone with the invitation')}
        </span>
        <span className="block text-ink-muted text-xs wrap-anywhere">{describeSource(entry)}</span>
        {!isLink && (
          <span className="block text-ink-muted text-xs">
            {firstOpenedAt === null ? 'Not opened yet' : `First opened ${formatDateTime(firstOpenedAt)}`}
          </span>
        )}
      </span>
      <Badge>{LEVELS[level]}</Badge>
    </li>
  );
}
