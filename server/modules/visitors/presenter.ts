import { z } from 'zod';
import type { OpenInvitation } from '#server/authorization/load-invitation-by-token.ts';
import { downloadsOf } from '#server/authorization/readers/visitor-downloads.ts';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import type { ViewAs } from '#shared/policies/actor.ts';

type Visit = Pick<OpenInvitation, 'email' | 'expires_at' | 'allow_download' | 'inviter' | 'folders'> & {
  readonly isGroupMember?: boolean;
};

/** The end of the invitation of a link without an end, since the column is required. */
export const NO_END = Date.UTC(9999, 11, 31);

export const NOT_A_VISITOR: VisitorStatus = {
  isVisitor: false,
  email: null,
  folderId: null,
  folderName: null,
  inviterName: null,
  expiresAt: null,
  mayDownload: false,
};

/** Presents the status of a manager who sees a room as a member of one of its groups: a certain one, or any. */
export const presentViewAs = (
  { roomId, groupId, endsAt }: ViewAs,
  { groupName, memberEmail }: { groupName: string; memberEmail: string | undefined },
): VisitorStatus => ({
  ...NOT_A_VISITOR,
  isVisitor: true,
  isGroupMember: true,
  viewAs: {
    roomId,
    groupId,
    groupName,
    ...(memberEmail !== undefined && { memberEmail }),
    expiresAt: isoInstant(endsAt),
  },
});

const linkSettings = z.object({ greeting: z.string().default('') });

/** Presents the greeting among the settings of a link; `null` without a link. */
export function presentGreeting(settings: string | null): { greeting?: string } {
  const { greeting } = settings === null ? { greeting: '' } : linkSettings.parse(JSON.parse(settings));
  return greeting === '' ? {} : { greeting };
}

export function presentVisitorStatus(visit: Visit) {
  const [folder, another] = visit.folders;
  const only = another ? undefined : folder;
  return {
    isVisitor: true,
    email: visit.email || null,
    folderId: only?.id ?? null,
    folderName: only?.name ?? null,
    inviterName: visit.inviter,
    expiresAt: visit.expires_at >= NO_EXPIRY ? null : isoInstant(visit.expires_at),
    ...downloadsOf(visit.allow_download),
    ...(visit.isGroupMember && { isGroupMember: true }),
  } satisfies VisitorStatus;
}
