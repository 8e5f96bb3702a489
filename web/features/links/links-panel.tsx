import LinkIcon from 'lucide-react/icons/link';
import { useId, useState } from 'react';
import type { LinkTarget } from '#shared/contracts/links/links.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useLinks } from './api.ts';
import { LinkDialog } from './link-dialog.tsx';
import { LinkDialogs, type OpenedLink } from './link-dialogs.tsx';
import { LinkRow } from './link-row.tsx';

interface LinksPanelProps {
  target: LinkTarget;
  /** In a closed room, where links can only be revoked. */
  isReadOnly?: boolean;
}

/** Lists and manages the links to a folder or file, for users who may create them. */
export function LinksPanel({ target, isReadOnly = false }: LinksPanelProps) {
  const [opened, setOpened] = useState<OpenedLink | 'create' | null>(null);
  const headingId = useId();
  const close = () => setOpened(null);
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <h3 id={headingId} className="font-medium">
          Links
        </h3>
        {!isReadOnly && (
          <Button variant="ghost" icon={LinkIcon} onClick={() => setOpened('create')}>
            Create Link
          </Button>
        )}
      </div>
      <LinkList {...{ target, isReadOnly }} onOpen={setOpened} />
      {opened === 'create' && <LinkDialog target={target} onClose={close} />}
      {opened && opened !== 'create' && <LinkDialogs opened={opened} onClose={close} />}
    </section>
  );
}

interface LinkListProps extends Required<LinksPanelProps> {
  onOpen: (opened: OpenedLink) => void;
}

function LinkList({ target, isReadOnly, onOpen }: LinkListProps) {
  const links = useLinks(target);
  if (links.error && !links.data)
    return (
      <LoadError error={links.error} summary="Failed to fetch links" onRetry={() => void links.refetch()} />
    );
  if (!links.data) return <Skeleton className="h-8" />;
  if (links.data.length === 0)
    return (
      <p className="text-ink-muted">
        No links yet.{' '}
        {!isReadOnly &&
          `A link opens this ${target.kind} for people without an account, after a code, a password or both.`}
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {links.data.map((link) => (
        <LinkRow key={link.id} link={link} onAction={(action) => onOpen({ action, link })} />
      ))}
    </ul>
  );
}
