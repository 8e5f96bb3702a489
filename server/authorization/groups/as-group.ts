import type { Context, Services } from '#server/app/context.ts';

interface ViewedGroup {
  readonly roomId: number;
  readonly groupId: number;
  readonly requestedById: number;
}

/**
 * The context of a member of the group without any other access: the same expressions decide as for members. Its actions are
 * recorded as the requester's.
 */
export const asGroup = (
  services: Services,
  { roomId, groupId, requestedById }: ViewedGroup,
  preview?: Context['preview'],
): Context => ({
  ...services,
  actor: {
    kind: 'visitor',
    // No invitation has the id 0.
    invitationId: 0,
    mayDownload: false,
    groupIds: [groupId],
    viewAs: { openedById: requestedById, groupId, roomId, endsAt: Number.MAX_SAFE_INTEGER },
  },
  address: '',
  ...(preview && { preview }),
});
