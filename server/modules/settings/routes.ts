import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { getPublicSettings, getSystemSettings, updateSystemSettings } from '#shared/contracts/settings.ts';
import { MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH_AT_AUTH } from '#shared/domain/limits.ts';
import { changeSettings } from './change-settings.ts';
import { loadSettings } from './load-settings.ts';
import { showSettings } from './show-settings.ts';

export function settingsRoutes(app: FastifyInstance): void {
  serve(app, getPublicSettings, async (ctx) => ({
    ...(await loadSettings(ctx)),
    uploadCeilingMB: ctx.config.uploadCeilingMb,
    passwordMinLengthAtAuth: Math.max(MIN_PASSWORD_LENGTH_AT_AUTH, ctx.config.passwordMinLength),
    passwordMinLength: Math.max(MIN_PASSWORD_LENGTH, ctx.config.passwordMinLength),
    emailConfigured: ctx.config.mail !== undefined,
    onlineOfficeViewer: ctx.config.onlineOfficeViewer,
    answersWritten: ctx.answerModel !== undefined,
  }));
  serve(app, getSystemSettings, (ctx) => showSettings(ctx));
  serve(app, updateSystemSettings, (ctx, { body }) => changeSettings(ctx, body));
}
