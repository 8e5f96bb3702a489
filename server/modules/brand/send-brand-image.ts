import type { FastifyReply } from 'fastify';

/** Allows nothing: it is an image and no page. */
const IMAGE_POLICY = "default-src 'none'; sandbox";
const PUBLIC = 'public, max-age=86400, immutable';
/** Asked for again each time, since the next person at this browser must not see the brand of a room. */
const PRIVATE = 'private, no-cache';

/** Sends an image that the rendering process has drawn: a PNG, or a JPEG of an earlier version. */
export function sendBrandImage(
  reply: FastifyReply,
  image: Buffer,
  { isPublic = false }: { isPublic?: boolean } = {},
): FastifyReply {
  return reply
    .header('content-type', image[0] === 0xff ? 'image/jpeg' : 'image/png')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', IMAGE_POLICY)
    .header('cache-control', isPublic ? PUBLIC : PRIVATE)
    .send(image);
}
