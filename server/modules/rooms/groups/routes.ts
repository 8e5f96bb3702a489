import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { clearViewAsCookie, setViewAsCookie } from '#server/http/session-cookie.ts';
import { createInvitation } from '#server/modules/invitations/create-invitation.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { createInvitation as createInvitationContract } from '#shared/contracts/invitations.ts';
import * as members from '#shared/contracts/rooms/groups/group-members.ts';
import * as groups from '#shared/contracts/rooms/groups/groups.ts';
import * as viewAs from '#shared/contracts/rooms/groups/view-as.ts';
import { addMembers } from './add-members.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup } from './delete-group.ts';
import { inviteIntoGroup } from './invite-into-group.ts';
import { listGroupMembers, listRoomGroups, readGroup } from './list-groups.ts';
import { listMemberships } from './list-memberships.ts';
import { listRoomMembers } from './list-neighbors.ts';
import { presentAddedMembers, presentGroup } from './presenter.ts';
import { readAddresses } from './read-addresses.ts';
import { removeMember } from './remove-member.ts';
import { updateGroup } from './update-group.ts';
import { startViewAs, stopViewAs } from './view-as.ts';

const NO_ADDRESS = 'Enter at least one address';

export function groupRoutes(app: FastifyInstance): void {
  serve(app, groups.listGroups, async (ctx, { params }) =>
    (await listRoomGroups(ctx, params.id)).map(presentGroup),
  );
  serve(app, groups.createGroup, async (ctx, { params, body }) =>
    presentGroup(await createGroup(ctx, params.id, body)),
  );
  serve(app, groups.getGroup, async (ctx, { params }) => presentGroup(await readGroup(ctx, params.id)));
  serve(app, groups.updateGroup, async (ctx, { params, body }) =>
    presentGroup(await updateGroup(ctx, params.id, body)),
  );
  serve(app, groups.deleteGroup, async (ctx, { params }) => {
    await deleteGroup(ctx, params.id);
    return SUCCESS;
  });
}

export function groupMemberRoutes(app: FastifyInstance): void {
  serve(app, members.listGroupMembers, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listGroupMembers(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, members.addGroupMembers, async (ctx, { params, body }, { request }) => {
    const isForm = request.isMultipart();
    if (!isForm && !body) throw new AppError('invalid', NO_ADDRESS, { fields: { body: NO_ADDRESS } });
    await loadGroup(ctx, params.id, 'manage');
    const emails = isForm ? await readAddresses(ctx, request) : (body?.emails ?? []);
    return presentAddedMembers(await addMembers(ctx, params.id, emails));
  });
  serve(app, createInvitationContract, (ctx, { body }) =>
    'groupId' in body ? inviteIntoGroup(ctx, body) : createInvitation(ctx, body),
  );
  serve(app, members.listRoomMembers, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listRoomMembers(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, members.listMemberships, (ctx) => listMemberships(ctx));
  serve(app, members.removeGroupMember, async (ctx, { params }) => {
    await removeMember(ctx, params.id, params.memberId);
    return SUCCESS;
  });
}

export function viewAsRoutes(app: FastifyInstance): void {
  serve(app, viewAs.startViewAs, async (ctx, { params, body }, { reply }) => {
    const { token, expiresAt } = await startViewAs(ctx, params.id, body);
    setViewAsCookie(reply, token, ctx.config.secure);
    return { expiresAt };
  });
  serve(app, viewAs.stopViewAs, async (ctx, { params }, { reply }) => {
    await stopViewAs(ctx, params.id);
    clearViewAsCookie(reply, ctx.config.secure);
    return SUCCESS;
  });
}
