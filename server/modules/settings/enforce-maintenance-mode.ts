import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { RequestConditions } from '#server/authorization/sign-in/request-conditions.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { findProductName } from './brand.ts';
import { loadSettings } from './load-settings.ts';

/** Lets only administrators in during maintenance mode; calls that they need to sign in stay available. */
export async function enforceMaintenanceMode(
  ctx: Context,
  endpoint: Pick<Endpoint, 'availableInMaintenanceMode'> = {},
  known?: Pick<RequestConditions, 'isInMaintenance'>,
): Promise<void> {
  if (endpoint.availableInMaintenanceMode || isAdmin(ctx.actor)) return;
  if (known?.isInMaintenance ?? (await loadSettings(ctx)).maintenanceMode)
    throw new AppError(
      'unavailable',
      `${await findProductName(ctx, undefined)} is under maintenance. Come back later.`,
    );
}
