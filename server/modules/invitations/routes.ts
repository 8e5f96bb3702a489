import type { FastifyInstance } from 'fastify';
import { loadInvitationByToken } from '#server/authorization/load-invitation-by-token.ts';
import { mustSetUpFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { presentSignedInUser, presentUser } from '#server/modules/accounts/presenter.ts';
import {
  listAccessBelow as accessBelowContract,
  listInheritedAccess as inheritedAccessContract,
} from '#shared/contracts/collaborators.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/invitations.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { hasAccount } from './has-account.ts';
import { listAccessBelow } from './list-access-below.ts';
import { listInheritedAccess } from './list-inherited-access.ts';
import { listAllInvitations, listOwnInvitations } from './list-invitations.ts';
import { presentAny, presentOpen, presentOwn } from './presenter.ts';
import { registerFromInvitation } from './register-from-invitation.ts';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';

export function invitationRoutes(app: FastifyInstance): void {
  serve(app, contracts.listInvitations, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listOwnInvitations(ctx, { limit, cursor });
    return paginate(rows, limit, exchange).map((row) => presentOwn(ctx, row));
  });
  serve(app, contracts.listAllInvitations, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listAllInvitations(ctx, { limit, cursor });
    return paginate(rows, limit, exchange).map((row) => presentAny(ctx, row));
  });
  serve(app, contracts.revokeInvitation, async (ctx, { params }) => {
    await revokeInvitation(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.revokeAnyInvitation, async (ctx, { params }) => {
    await revokeInvitation(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.resendInvitation, (ctx, { params }) => resendInvitation(ctx, params.id));
  serve(app, contracts.getInvitation, async (ctx, { params }) => {
    const invitation = await loadInvitationByToken(ctx, params.token, { allowsAccepted: true });
    return presentOpen(invitation, await hasAccount(ctx, invitation));
  });
  serve(app, contracts.registerFromInvitation, async (ctx, { body }, exchange) => {
    const account = await registerFromInvitation(ctx, body);
    await establishSession(ctx, { userId: account.id }, exchange);
    return presentSignedInUser(account, await mustSetUpFactor(ctx, account.id));
  });
  serve(app, accessBelowContract, (ctx, { params }) => listAccessBelow(ctx, params.id));
  serve(app, inheritedAccessContract, (ctx, { params }) => listInheritedAccess(ctx, params.id));
  serve(app, contracts.acceptInvitation, async (ctx, { body }) =>
    presentUser(await acceptInvitation(ctx, body.token)),
  );
}
