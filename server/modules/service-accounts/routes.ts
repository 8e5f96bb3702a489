import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/programs/service-accounts.ts';
import { listAccounts } from './list-accounts.ts';
import { presentAccount } from './present-account.ts';
import { createAccount, deleteAccount, renewAccount } from './save-account.ts';

export function serviceAccountRoutes(app: FastifyInstance): void {
  serve(app, contracts.listServiceAccounts, (ctx, { params }) => listAccounts(ctx, params.id));
  serve(app, contracts.createServiceAccount, async (ctx, { params, body }) => {
    const { account, token } = await createAccount(ctx, params.id, body);
    return { ...(await presentAccount(ctx, account)), token };
  });
  serve(app, contracts.renewServiceAccount, async (ctx, { params, body }) => {
    const { account, token } = await renewAccount(ctx, params.id, body);
    return { ...(await presentAccount(ctx, account)), token };
  });
  serve(app, contracts.deleteServiceAccount, async (ctx, { params }) => {
    await deleteAccount(ctx, params.id);
    return SUCCESS;
  });
}
