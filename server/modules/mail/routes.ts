import type { FastifyInstance } from 'fastify';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/outbox.ts';
import { decryptBody } from './decrypt-body.ts';
import { listOutbox, loadMail, presentListedMail, presentMail } from './read-outbox.ts';

/**
 * Hides the tokens of links to accounts, with which an administrator could take over another's account unnoticed, and of those
 * that end mails.
 */
const hideAccountLinks = (body: string): string =>
  body.replace(/\/(reset-password|confirm-email|unsubscribe)\/[\w-]{43}/g, '/$1/…');

export function mailRoutes(app: FastifyInstance): void {
  serve(app, contracts.listOutbox, async (ctx, { query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const mails = await listOutbox(ctx, wanted);
    return paginate(mails, wanted.limit, exchange).map((mail) => presentListedMail(ctx, mail));
  });
  serve(app, contracts.getOutboxMail, async (ctx, { params }) => {
    const mail = await loadMail(ctx, params.id);
    const { text, html } = decryptBody(ctx, mail);
    return { ...presentMail(mail), text: hideAccountLinks(text), html: hideAccountLinks(html) };
  });
}
