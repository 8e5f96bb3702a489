import type { FastifyInstance } from 'fastify';
import { LARGEST_PAGE, pageOf } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/outbox.ts';
import { listOutbox } from './list-outbox.ts';
import { loadMail } from './load-mail.ts';
import { openBody } from './decrypt-body.ts';
import { presentMail } from './presenter.ts';

export function mailRoutes(app: FastifyInstance): void {
  serve(app, contracts.listOutbox, async (ctx, { query }, exchange) => {
    const { limit = LARGEST_PAGE, cursor } = query;
    return pageOf(await listOutbox(ctx, limit, cursor), limit, exchange).map(presentMail);
  });
  serve(app, contracts.getOutboxMail, async (ctx, { params }) => {
    const mail = await loadMail(ctx, params.id);
    return { ...presentMail(mail), ...openBody(ctx, mail) };
  });
}
