import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { serve } from '#server/http/serve.ts';
import {
  getPublicSettings,
  getRegistrationQuestion,
  getSystemSettings,
  type SystemSettings,
  updateSystemSettings,
} from '#shared/contracts/settings.ts';
import { getAddressRules, setAddressRules } from '#shared/contracts/sign-in/address-rules.ts';
import { getSignInSettings, updateSignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';
import { changeAddressRules, loadAddressRules } from './address-rules.ts';
import { changeSettings } from './change-settings.ts';
import { loadPublicSettings } from './load-public-settings.ts';
import { loadSettings } from './load-settings.ts';
import { showRegistrationQuestion } from './registration-question.ts';
import { changeSignInSettings, loadSignInSettings } from './sign-in-settings.ts';

export function settingsRoutes(app: FastifyInstance): void {
  serve(app, getPublicSettings, (ctx) => loadPublicSettings(ctx));
  serve(app, getSystemSettings, (ctx) => showSettings(ctx));
  serve(app, getRegistrationQuestion, (ctx) => showRegistrationQuestion(ctx));
  serve(app, getSignInSettings, (ctx) => loadSignInSettings(ctx));
  serve(app, updateSignInSettings, (ctx, { body }) => changeSignInSettings(ctx, body));
  serve(app, getAddressRules, (ctx) => loadAddressRules(ctx));
  serve(app, setAddressRules, (ctx, { body }) => changeAddressRules(ctx, body));
  serve(app, updateSystemSettings, (ctx, { body }) => changeSettings(ctx, body));
}

async function showSettings(ctx: Context): Promise<SystemSettings> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  return loadSettings(ctx);
}
