import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { getPublicSettings } from '#shared/contracts/settings.ts';
import { SHORTEST_PASSWORD, SHORTEST_PASSWORD_AT_AUTH } from '#shared/domain/limits.ts';
import { loadSettings } from './load-settings.ts';

export function settingsRoutes(app: FastifyInstance): void {
  serve(app, getPublicSettings, async (ctx) => ({
    ...(await loadSettings(ctx)),
    uploadCeilingMB: ctx.config.uploadCeilingMb,
    passwordMinLengthAtAuth: Math.max(SHORTEST_PASSWORD_AT_AUTH, ctx.config.passwordMinLength),
    passwordMinLength: Math.max(SHORTEST_PASSWORD, ctx.config.passwordMinLength),
    emailConfigured: ctx.config.mail !== undefined,
  }));
}
