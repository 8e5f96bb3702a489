import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/profile.ts';
import { confirmEmail, requestEmailConfirmation } from './confirm-email.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

export function accountLinkRoutes(app: FastifyInstance): void {
  serve(app, contracts.requestPasswordReset, async (ctx, { body }) => {
    await requestPasswordReset(ctx, body.email);
    return SUCCESS;
  });
  serve(app, contracts.requestEmailConfirmation, async (ctx) => {
    await requestEmailConfirmation(ctx);
    return SUCCESS;
  });
  serve(app, contracts.confirmEmail, async (ctx, { body }) => {
    await confirmEmail(ctx, body.token);
    return SUCCESS;
  });
  serve(app, contracts.resetPassword, async (ctx, { body }) => {
    await resetPassword(ctx, body);
    return SUCCESS;
  });
}
