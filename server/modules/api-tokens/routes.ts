import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/programs/api-tokens.ts';
import { listTokens, presentToken } from './list-tokens.ts';
import { createToken, revokeToken, updateToken } from './save-token.ts';

export function apiTokenRoutes(app: FastifyInstance): void {
  serve(app, contracts.listTokens, (ctx) => listTokens(ctx));
  serve(app, contracts.createToken, async (ctx, { body }) => {
    const { row, text } = await createToken(ctx, body);
    return { ...(await presentToken(ctx, row)), token: text };
  });
  serve(app, contracts.updateToken, async (ctx, { params, body }) =>
    presentToken(ctx, await updateToken(ctx, params.id, body)),
  );
  serve(app, contracts.revokeToken, async (ctx, { params }) => {
    await revokeToken(ctx, params.id);
    return SUCCESS;
  });
}
