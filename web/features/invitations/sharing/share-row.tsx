import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SharedPerson } from '#shared/contracts/links/sharing.ts';
import { formatDateTime, formatRelativeTime } from '#shared/domain/format.ts';

interface ShareRowProps {
  name: string;
  /** The page of it. */
  href?: string | undefined;
  image: ReactNode;
  /** Facts in one muted line. */
  details: readonly (string | undefined)[];
  lastActivity?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
}

/** Renders who or what can open a folder. */
export function ShareRow({ name, href, image, details, lastActivity, badge, actions }: ShareRowProps) {
  return (
    <li className="flex items-start gap-2.5 py-2">
      {image}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          {href === undefined ? (
            <span className="truncate font-medium" title={name}>
              {name}
            </span>
          ) : (
            <Link href={href} title={name} className="truncate rounded-sm font-medium hover:underline">
              {name}
            </Link>
          )}
          {badge}
        </span>
        <span className="block break-words text-ink-muted text-xs">
          {details.filter((each) => each !== undefined).join(' · ')}
        </span>
        {lastActivity && <span className="block text-ink-muted text-xs">{lastActivity}</span>}
      </span>
      {actions && <span className="flex shrink-0 gap-1">{actions}</span>}
    </li>
  );
}

interface LastActivityProps {
  at: string | null;
  verb: string;
  never: string;
}

/** Says when somebody was there last. */
export function LastActivity({ at, verb, never }: LastActivityProps) {
  if (at === null) return never;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {verb} {formatRelativeTime(at, Date.now())}
    </time>
  );
}

/** Names the folder above that gives the access, if one does. */
export const describeSource = (source: SharedPerson['inheritedFrom']): string | undefined => {
  if (source === null) return undefined;
  return source.folderName === null ? 'Access to all folders' : `Inherited from ${source.folderName}`;
};

/** Stands for a group or link where people have a picture. */
export function RowIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-ink-muted">
      <Icon size={16} />
    </span>
  );
}
