import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/outbox.ts';
import { decryptBody } from './decrypt-body.ts';
import { listOutbox } from './list-outbox.ts';
import { loadMail } from './load-mail.ts';
import { presentMail } from './presenter.ts';

export function mailRoutes(app: FastifyInstance): void {
  serve(app, contracts.listOutbox, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listOutbox(ctx, limit, cursor), limit, exchange).map(presentMail);
  });
  serve(app, contracts.getOutboxMail, async (ctx, { params }) => {
    const mail = await loadMail(ctx, params.id);
    return { ...presentMail(mail), ...decryptBody(ctx, mail) };
  });
}
