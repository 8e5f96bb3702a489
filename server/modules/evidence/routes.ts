import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/audit.ts';
import * as anchorContracts from '#shared/contracts/evidence/anchors.ts';
import { describeAnchorsOfRoom } from './anchors/describe-anchors.ts';
import { changeAnchors, loadAnchorToken, showAnchors } from './anchors/manage-anchors.ts';
import { createReceipt } from './create-receipt.ts';
import { getAuditState, getTreeHead, proveConsistency, proveInclusion } from './prove-log.ts';
import { listReceipts, loadReceipt, presentReceipt } from './read-receipts.ts';
import { renderReceipt } from './render-receipt.ts';
import { renderVerifierPage, renderVerifierScript } from './render-verifier.ts';
import { createSigningKey, listSigningKeys } from './signing-keys.ts';

export function evidenceRoutes(app: FastifyInstance): void {
  serve(app, contracts.listSigningKeys, async (ctx) => ({ keys: await listSigningKeys(ctx) }));
  serve(app, contracts.getTreeHead, (ctx) => getTreeHead(ctx));
  serve(app, contracts.getConsistencyProof, (ctx, { query }) => proveConsistency(ctx, query));
  serve(app, contracts.getVerifier, async (_ctx, { query: { format = 'html' } }, { reply }) =>
    reply
      .type(format === 'html' ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8')
      .header('content-disposition', attachmentDisposition(`muniment-verifier.${format}`))
      .send(format === 'html' ? renderVerifierPage() : renderVerifierScript()),
  );
  serve(app, contracts.createSigningKey, (ctx) => createSigningKey(ctx));
  serve(app, anchorContracts.getAnchors, (ctx) => showAnchors(ctx));
  serve(app, anchorContracts.getRoomAnchors, (ctx, { params }) => describeAnchorsOfRoom(ctx, params.id));
  serve(app, anchorContracts.updateAnchors, (ctx, { body }) => changeAnchors(ctx, body));
  serve(app, anchorContracts.getAnchorToken, async (ctx, { params }, { reply }) => {
    const { name, token } = await loadAnchorToken(ctx, params.id);
    return reply
      .type('application/octet-stream')
      .header('content-disposition', attachmentDisposition(name))
      .send(token);
  });
  serve(app, contracts.getAuditState, (ctx) => getAuditState(ctx));
  serve(app, contracts.getInclusionProof, (ctx, { params, query }) =>
    proveInclusion(ctx, params.position, query.treeSize),
  );
  serve(app, contracts.listReceipts, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listReceipts(ctx, { limit, cursor });
    return paginate(rows, limit, exchange).map(presentReceipt);
  });
  serve(app, contracts.createReceipt, async (ctx) => presentReceipt(await createReceipt(ctx, 'request')));
  serve(app, contracts.getReceipt, async (ctx, { params, query: { format = 'json' } }, { reply }) => {
    const file = await loadReceipt(ctx, params.id);
    return reply
      .type(format === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
      .header('content-disposition', attachmentDisposition(`${file.name}.${format}`))
      .send(format === 'html' ? renderReceipt(file) : file.json);
  });
}
