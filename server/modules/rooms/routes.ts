import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { loadGroup, loadRoom } from '#server/authorization/groups/load-room.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import { clearViewAsCookie, setViewAsCookie } from '#server/http/session-cookie.ts';
import { createInvitation } from '#server/modules/invitations/create-invitation.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { createInvitation as createInvitationContract } from '#shared/contracts/invitations.ts';
import { listSharing } from '#shared/contracts/links/sharing.ts';
import { listAudience as audience } from '#shared/contracts/rooms/audience.ts';
import * as members from '#shared/contracts/rooms/groups/group-members.ts';
import * as viewAs from '#shared/contracts/rooms/groups/view-as.ts';
import * as permissions from '#shared/contracts/rooms/permissions.ts';
import * as contracts from '#shared/contracts/rooms/rooms.ts';
import { createRoom, listRooms } from './create-room.ts';
import { addMembers } from './groups/add-members.ts';
import { createGroup } from './groups/create-group.ts';
import { deleteGroup } from './groups/delete-group.ts';
import { inviteIntoGroup } from './groups/invite-into-group.ts';
import { listGroupMembers, listRoomGroups, readGroup } from './groups/list-groups.ts';
import { listMemberships } from './groups/list-memberships.ts';
import { listRoomMembers } from './groups/list-neighbors.ts';
import { presentAddedMembers, presentGroup } from './groups/presenter.ts';
import { readAddresses } from './groups/read-addresses.ts';
import { removeMember } from './groups/remove-member.ts';
import { updateGroup } from './groups/update-group.ts';
import { startViewAs, stopViewAs } from './groups/view-as.ts';
import { copyPermissions } from './permissions/copy-permissions.ts';
import { exportPermissions, PERMISSION_MEDIA_TYPES } from './permissions/export-permissions.ts';
import { listFileGroups, listFolderGroups } from './permissions/list-visible-groups.ts';
import { explainPermission, listPermissions } from './permissions/read-permissions.ts';
import { updatePermissions } from './permissions/update-permissions.ts';
import { listAudience } from './sharing/list-audience.ts';
import { readSharing } from './sharing/read-sharing.ts';
import { createNewRoom } from './templates/create-new-room.ts';

const NO_ADDRESS = 'Enter at least one address';

export function roomRoutes(app: FastifyInstance): void {
  serve(app, contracts.listRooms, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor, figures = false } = query;
    const rooms = await listRooms(ctx, { limit, cursor }, { withFigures: figures });
    return paginate(rooms, limit, exchange);
  });
  serve(app, contracts.createRoom, (ctx, { body: { folderId, name = '', ...newRoom } }) =>
    folderId === undefined
      ? createNewRoom(ctx, { name, ...newRoom })
      : createRoom(ctx, { folderId, ...newRoom }),
  );
  serve(app, contracts.listGroups, async (ctx, { params }) =>
    (await listRoomGroups(ctx, params.id)).map(presentGroup),
  );
  serve(app, contracts.createGroup, async (ctx, { params, body }) =>
    presentGroup(await createGroup(ctx, params.id, body)),
  );
  serve(app, contracts.getGroup, async (ctx, { params }) => presentGroup(await readGroup(ctx, params.id)));
  serve(app, contracts.updateGroup, async (ctx, { params, body }) =>
    presentGroup(await updateGroup(ctx, params.id, body)),
  );
  serve(app, contracts.deleteGroup, async (ctx, { params }) => {
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

export function audienceRoutes(app: FastifyInstance): void {
  serve(app, audience, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listAudience(ctx, params.id, { limit, cursor }), limit, exchange);
  });
}

export function permissionRoutes(app: FastifyInstance): void {
  serve(app, permissions.listPermissions, async (ctx, { params, query }, exchange) => {
    const { folderId, limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listPermissions(ctx, params.id, { folderId, limit, cursor });
    return paginate(rows, limit, exchange, ({ kind, id }) => `${kind}-${id}`);
  });
  serve(app, permissions.exportPermissions, (ctx, { params, query }, exchange) => {
    exchange.reply.header('content-type', PERMISSION_MEDIA_TYPES[query.format]);
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadRoom(ctx, params.id, 'view'),
      write: async () => {
        const { name, bytes } = await exportPermissions(ctx, params.id, query);
        return { name, content: bytes, headers: { 'cache-control': 'private, no-store' } };
      },
    });
  });
  serve(app, permissions.updatePermissions, (ctx, { params, body }) =>
    updatePermissions(ctx, params.id, body.cells, { isDraft: body.draft }),
  );
  serve(app, permissions.copyPermissions, (ctx, { params, body }) => copyPermissions(ctx, params.id, body));
  serve(app, permissions.explainPermission, (ctx, { params, query }) =>
    explainPermission(ctx, params.id, query),
  );
  serve(app, listSharing, (ctx, { params }) => readSharing(ctx, params.id));
  serve(app, permissions.listFolderGroups, (ctx, { params }) => listFolderGroups(ctx, params.id));
  serve(app, permissions.listFileGroups, (ctx, { params }) => listFileGroups(ctx, params.id));
}
