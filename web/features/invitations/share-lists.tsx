import Link2 from 'lucide-react/icons/link-2';
import Trash2 from 'lucide-react/icons/trash-2';
import UserMinus from 'lucide-react/icons/user-minus';
import type { SharedLink, SharedPerson } from '#shared/contracts/links/sharing.ts';
import { formatDate, nameOf } from '#shared/domain/format.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';
import { describeSource, LastActivity, RowIcon, ShareRow } from './sharing/share-row.tsx';

interface SharedPeopleProps {
  people: readonly SharedPerson[];
  /** The id of the signed-in user. */
  selfId: number | null;
  onRemove: (person: SharedPerson) => void;
}

/** Lists who can open a folder with an account. */
export function SharedPeople({ people, selfId, onRemove }: SharedPeopleProps) {
  return (
    <ul className="divide-y divide-line">
      {people.map((person) => {
        const isOwner = person.role === 'owner';
        return (
          <ShareRow
            key={person.id}
            name={person.id === selfId ? `${nameOf(person)} (you)` : nameOf(person)}
            image={<Avatar name={nameOf(person)} image={person.avatar} />}
            badge={<Badge>{isOwner ? 'Owner' : 'Collaborator'}</Badge>}
            details={[person.email, describeSource(person.inheritedFrom)]}
            lastActivity={
              !isOwner &&
              person.lastOpenedAt !== undefined && (
                <LastActivity at={person.lastOpenedAt} verb="Opened" never="Not opened yet" />
              )
            }
            actions={
              !isOwner &&
              person.inheritedFrom === null && (
                <IconButton
                  icon={UserMinus}
                  label={`Remove ${person.username}`}
                  size="small"
                  onClick={() => onRemove(person)}
                />
              )
            }
          />
        );
      })}
    </ul>
  );
}

export const getLinkName = ({ email }: Pick<SharedLink, 'email'>): string => email ?? 'Anyone with the link';

interface SharedLinksProps {
  links: readonly SharedLink[];
  onRevoke: (link: SharedLink) => void;
}

/** Lists the invitation links to a folder. */
export function SharedLinks({ links, onRevoke }: SharedLinksProps) {
  return (
    <ul className="divide-y divide-line">
      {links.map((link) => (
        <ShareRow
          key={link.invitationId}
          name={getLinkName(link)}
          image={link.email === null ? <RowIcon icon={Link2} /> : <Avatar name={link.email} />}
          badge={
            link.role === 'visitor' ? <Badge>Visitor</Badge> : <Badge tone="warning">Not accepted yet</Badge>
          }
          details={[
            `Until ${formatDate(link.expiresAt)}`,
            link.role === 'visitor' ? (link.allowDownload ? 'Download' : 'View only') : 'Collaborator',
            describeSource(link.inheritedFrom),
          ]}
          lastActivity={
            link.role === 'visitor' && (
              <LastActivity at={link.lastSeenAt} verb="Last seen" never="Not used yet" />
            )
          }
          actions={
            link.url !== null && (
              <>
                <CopyLinkButton url={link.url} label={`Copy link for ${getLinkName(link)}`} />
                <IconButton
                  icon={Trash2}
                  label={`Revoke link for ${getLinkName(link)}`}
                  size="small"
                  onClick={() => onRevoke(link)}
                />
              </>
            )
          }
        />
      ))}
    </ul>
  );
}
