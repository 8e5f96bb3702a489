import type { ReactNode } from 'react';
import { isServiceAccountAddress } from '#shared/domain/rooms/service-account-address.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';

interface PersonRowProps {
  name: string;
  /** The token of the person's picture. */
  image?: string | undefined;
  email?: string;
  /** How the person has access, when not directly as a collaborator. */
  source?: string;
  action?: ReactNode;
}

/** Renders a person or link in a list of those with access. */
export function PersonRow({ name, image, email, source, action }: PersonRowProps) {
  const address = email !== undefined && isServiceAccountAddress(email) ? 'Service account' : email;
  return (
    <li className="flex flex-wrap items-center gap-2.5 py-1.5 sm:flex-nowrap">
      <Avatar {...{ name, image }} size="small" />
      <span className="flex min-w-0 flex-1 basis-44 flex-wrap items-baseline justify-between gap-x-4">
        <span
          className="min-w-0 truncate max-sm:whitespace-normal max-sm:wrap-anywhere"
          title={address ?? name}
        >
          <span className="font-medium">{name}</span>{' '}
          {address !== undefined && <span className="text-ink-muted">{address}</span>}
        </span>
        {source !== undefined && (
          <span className="min-w-0 wrap-anywhere text-ink-muted text-xs">{source}</span>
        )}
      </span>
      {action}
    </li>
  );
}
