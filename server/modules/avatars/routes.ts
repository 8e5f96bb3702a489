import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { presentUser } from '#server/modules/accounts/presenter.ts';
import * as contracts from '#shared/contracts/profile.ts';
import { openAvatar } from './open-avatar.ts';
import { removeAvatar, setAvatar } from './set-avatar.ts';

/** Allows nothing: the picture is an image and no page. */
const PICTURE_POLICY = "default-src 'none'; sandbox";

export function avatarRoutes(app: FastifyInstance): void {
  serve(app, contracts.setAvatar, async (ctx, { body }) => presentUser(await setAvatar(ctx, body.image)));
  serve(app, contracts.removeAvatar, async (ctx) => presentUser(await removeAvatar(ctx)));
  serve(app, contracts.viewAvatar, async (ctx, { params }, { reply }) => {
    const image = await openAvatar(ctx, params.token);
    return reply
      .header('content-type', 'image/jpeg')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', PICTURE_POLICY)
      .header('cache-control', 'private, no-store')
      .send(image);
  });
}
