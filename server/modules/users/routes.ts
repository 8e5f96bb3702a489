import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { presentUser } from '#server/modules/accounts/presenter.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { removeUserFactors } from '#shared/contracts/sign-in/factors.ts';
import * as contracts from '#shared/contracts/users.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { listUsers } from './list-users.ts';
import { removeFactors } from './remove-factors.ts';
import { liftSignInLimits, listSignInLimits } from './sign-in-limits.ts';
import { updateUser } from './update-user.ts';

export function userRoutes(app: FastifyInstance): void {
  serve(app, contracts.listUsers, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor, email, username } = query;
    const users = await listUsers(ctx, { email, username, limit, cursor });
    return paginate(users, limit, exchange).map(presentUser);
  });
  serve(app, contracts.listAccounts, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listUsers(ctx, { limit, cursor }), limit, exchange).map(presentUser);
  });
  serve(app, contracts.createUser, async (ctx, { body }) => presentUser(await createUser(ctx, body)));
  serve(app, contracts.updateUser, async (ctx, { params, body }) =>
    presentUser(await updateUser(ctx, params.id, body)),
  );
  serve(app, contracts.listSignInLimits, (ctx) => listSignInLimits(ctx));
  serve(app, contracts.liftSignInLimits, async (ctx, { params }) => {
    await liftSignInLimits(ctx, params.id);
    return SUCCESS;
  });
  serve(app, removeUserFactors, async (ctx, { params }) => {
    await removeFactors(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.deleteUser, async (ctx, { params }) => {
    await deleteUser(ctx, params.id);
    return SUCCESS;
  });
}
