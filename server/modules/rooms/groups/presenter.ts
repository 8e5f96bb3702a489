import type { Services } from '#server/app/context.ts';
import { buildInviteUrl } from '#server/modules/invitations/invitation-token.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { addGroupMembers, GroupMember } from '#shared/contracts/rooms/groups/group-members.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import type { AddedMembers } from './add-members.ts';
import type { GroupRules } from './group-rules.ts';
import type { ListedMember } from './member-queries.ts';
import type { CountedGroup } from './queries.ts';

/** A group with its rules. */
export type RuledGroup = CountedGroup & { readonly rules: GroupRules };

export const presentGroup = ({ rules, ...group }: RuledGroup): Group => ({
  id: group.id,
  roomId: group.room_id,
  name: group.name,
  endsAt: isoInstantOrNull(group.ends_at),
  requiresSecondFactor: group.requires_second_factor === 1,
  memberCount: group.memberCount,
  createdAt: isoInstant(group.created_at),
  domains: rules.domains,
  addressRanges: rules.addressRanges,
  watermarkPages: rules.watermarkPages,
  watermark: rules.watermark,
  membersSeeEachOther: rules.membersSeeEachOther,
  seesVersions: rules.seesVersions,
});

/** Presents who was added, and why others were not. */
export const presentAddedMembers = ({
  added,
  invited,
  problems,
  emailed,
}: AddedMembers): ResultOf<typeof addGroupMembers> => ({
  added,
  invited,
  problems: problems.map(({ email, problem }) => ({ email, problem })),
  emailed,
});

/** Presents a member. The link opens the documents, so only managers see it. */
export const presentMember = (
  services: Pick<Services, 'encryptor' | 'config'>,
  member: ListedMember,
  { withLink }: { withLink: boolean },
): GroupMember => ({
  id: member.id,
  email: member.email,
  kind: member.user_id === null ? 'visitor' : 'user',
  createdAt: isoInstant(member.created_at),
  inviteUrl:
    withLink && member.encrypted_token !== null && member.has_ended === 0
      ? buildInviteUrl(services, { encrypted_token: member.encrypted_token })
      : null,
  ...(member.has_ended === 1 && { accessEnded: true }),
});
