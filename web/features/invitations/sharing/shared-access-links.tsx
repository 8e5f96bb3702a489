import Link2 from 'lucide-react/icons/link-2';
import type { SharedAccessLink } from '#shared/contracts/links/sharing.ts';
import { formatDate } from '#shared/domain/format.ts';
import { CopyLinkButton } from '../copy-link-button.tsx';
import { LEVEL_LABELS } from './level-labels.ts';
import { describeSource, LastActivity, RowIcon, ShareRow } from './share-row.tsx';

/** Lists the links `/l/…` that open a folder; their owners and administrators copy and change them. */
export function SharedAccessLinks({ links }: { links: readonly SharedAccessLink[] }) {
  return (
    <ul className="divide-y divide-line">
      {links.map((link) => (
        <ShareRow
          key={link.id}
          name={link.name}
          href={link.url === null ? undefined : `/links/${link.id}`}
          image={<RowIcon icon={Link2} />}
          details={[
            link.expiresAt === null ? 'No end' : `Until ${formatDate(link.expiresAt)}`,
            LEVEL_LABELS[link.level],
            describeSource(link.inheritedFrom),
          ]}
          lastActivity={<LastActivity at={link.lastVisitAt} verb="Last visit" never="Not used yet" />}
          actions={link.url !== null && <CopyLinkButton url={link.url} label={`Copy link ${link.name}`} />}
        />
      ))}
    </ul>
  );
}
