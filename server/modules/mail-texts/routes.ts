import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/mail/mail-texts.ts';
import { previewMailText } from './preview-mail-text.ts';
import { listMailTexts } from './read-mail-texts.ts';
import { createMailText, deleteMailText, presentMailText, updateMailText } from './save-mail-text.ts';

export function mailTextRoutes(app: FastifyInstance): void {
  serve(app, contracts.listMailTexts, async (ctx) => (await listMailTexts(ctx, null)).map(presentMailText));
  serve(app, contracts.createMailText, async (ctx, { body }) =>
    presentMailText(await createMailText(ctx, null, body)),
  );
  serve(app, contracts.updateMailText, async (ctx, { params, body }) =>
    presentMailText(await updateMailText(ctx, null, { ...body, id: params.id })),
  );
  serve(app, contracts.deleteMailText, async (ctx, { params }) => {
    await deleteMailText(ctx, null, params.id);
    return SUCCESS;
  });
  serve(app, contracts.previewMailText, (ctx, { body }) => previewMailText(ctx, null, body));
  serve(app, contracts.listRoomMailTexts, async (ctx, { params }) =>
    (await listMailTexts(ctx, params.id)).map(presentMailText),
  );
  serve(app, contracts.createRoomMailText, async (ctx, { params, body }) =>
    presentMailText(await createMailText(ctx, params.id, body)),
  );
  serve(app, contracts.updateRoomMailText, async (ctx, { params, body }) =>
    presentMailText(await updateMailText(ctx, params.id, { ...body, id: params.textId })),
  );
  serve(app, contracts.deleteRoomMailText, async (ctx, { params }) => {
    await deleteMailText(ctx, params.id, params.textId);
    return SUCCESS;
  });
  serve(app, contracts.previewRoomMailText, (ctx, { params, body }) => previewMailText(ctx, params.id, body));
}
