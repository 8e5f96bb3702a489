import type { Context, Services } from '#server/app/context.ts';

interface CheckedGroup {
  readonly roomId: number;
  readonly groupId: number;
  readonly requestedById: number;
  readonly includesDrafts: boolean;
}

/**
 * The context of a member of the group who is nothing else: the same expressions that decide for members decide here.
 * Scheduled files count as published, and with `includesDrafts` the drafts too. What it does is recorded as the requester's.
 */
export const asGroup = (services: Services, check: CheckedGroup): Context => ({
  ...services,
  actor: {
    kind: 'visitor',
    // No invitation has the id 0.
    invitationId: 0,
    mayDownload: false,
    groupIds: [check.groupId],
    viewAs: {
      openedById: check.requestedById,
      groupId: check.groupId,
      roomId: check.roomId,
      endsAt: Number.MAX_SAFE_INTEGER,
    },
  },
  address: '',
  preview: check.includesDrafts ? 'drafts' : 'scheduled',
});
