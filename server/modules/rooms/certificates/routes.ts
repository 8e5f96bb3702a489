import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendBytes } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/certificates.ts';
import {
  assertCertificateReadable,
  listOwnCertificates,
  listRoomCertificates,
  openCertificate,
  presentCertificate,
} from './read-certificates.ts';
import { listRoomParties, requestOwnCertificate, requestRoomCertificate } from './request-certificate.ts';

const MEDIA_TYPES = { json: 'application/json', pdf: 'application/pdf' } as const;

export function certificateRoutes(app: FastifyInstance): void {
  serve(app, contracts.createRoomCertificate, (ctx, { params, body }) =>
    requestRoomCertificate(ctx, params.id, body),
  );
  serve(app, contracts.listRoomCertificates, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listRoomCertificates(ctx, params.id, { limit, cursor });
    return paginate(rows, limit, exchange).map(presentCertificate);
  });
  serve(app, contracts.listCertificateParties, (ctx, { params }) => listRoomParties(ctx, params.id));
  serve(app, contracts.createOwnCertificate, (ctx) => requestOwnCertificate(ctx));
  serve(app, contracts.listOwnCertificates, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listOwnCertificates(ctx, { limit, cursor });
    return paginate(rows, limit, exchange).map(presentCertificate);
  });
  serve(app, contracts.downloadCertificate, async (ctx, { params, query }, exchange) => {
    const format = query.format ?? 'json';
    const isRead = exchange.request.method !== 'HEAD';
    const { name, content } = await openCertificate(ctx, params.id, { format, isRead });
    return sendBytes(exchange, content, {
      assertAllowed: (ctx) => assertCertificateReadable(ctx, params.id),
      mediaType: MEDIA_TYPES[format],
      attachmentName: name,
    });
  });
}
