import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadUpload } from '#server/authorization/load-upload.ts';
import { serve } from '#server/http/serve.ts';
import { maxUploadBytes } from '#server/modules/files/upload/store-upload.ts';
import * as contracts from '#shared/contracts/uploads.ts';
import { appendToUpload } from './append-to-upload.ts';
import { beginUpload } from './begin-upload.ts';
import { presentUpload } from './presenter.ts';
import { removeUpload } from './remove-upload.ts';

const TUS_VERSION = '1.0.0';
const TUS_EXTENSIONS = 'creation,termination,expiration';
const UPLOAD_MEDIA_TYPE = contracts.appendToUpload.requestMediaType;

/** Checks and sets the headers that tus requires for every call. */
function registerTusProtocol(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => void reply.header('tus-resumable', TUS_VERSION));
  app.addHook('preHandler', async (request, reply) => {
    // The tus OPTIONS request needs no version header.
    if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === TUS_VERSION) return;
    reply.header('tus-version', TUS_VERSION);
    throw new AppError('unsupported-version', `Send Tus-Resumable: ${TUS_VERSION}`);
  });
  // The handler reads the body itself; other content types are refused.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(UPLOAD_MEDIA_TYPE, (_request, _payload, done) => done(null));
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('unsupported-type', `Send the bytes with Content-Type: ${UPLOAD_MEDIA_TYPE}`)),
  );
}

function registerUploadEndpoints(app: FastifyInstance): void {
  registerTusProtocol(app);
  serve(app, contracts.beginUpload, async (ctx, { headers }) => {
    const upload = await beginUpload(ctx, headers['upload-length'], headers['upload-metadata']);
    return { ...presentUpload(upload), location: `${contracts.beginUpload.path}/${upload.id}` };
  });
  serve(app, contracts.findUpload, async (ctx, { params }) =>
    presentUpload(await loadUpload(ctx, params.id, 'continue')),
  );
  serve(app, contracts.appendToUpload, async (ctx, { params, headers }, { request }) => {
    const header = request.headers['content-length'];
    const length = header === undefined ? undefined : Number(header);
    const sent = { offset: headers['upload-offset'], body: request.raw, length };
    return presentUpload(await appendToUpload(ctx, params.id, sent));
  });
  serve(app, contracts.cancelUpload, async (ctx, { params }) => {
    await cancelUpload(ctx, params.id);
    return {};
  });
  serve(app, contracts.describeUploads, async (ctx) => ({
    'tus-version': TUS_VERSION,
    'tus-extension': TUS_EXTENSIONS,
    'tus-max-size': String(await maxUploadBytes(ctx)),
  }));
}

/** Registers the tus calls in a scope of their own, because they read the body as a stream. */
export function uploadRoutes(app: FastifyInstance): void {
  app.register(async (apart) => registerUploadEndpoints(apart));
}

/** Cancels an upload and removes its data; a file already created stays. */
async function cancelUpload(ctx: Context, id: number): Promise<void> {
  const upload = await loadUpload(ctx, id, 'continue');
  await removeUpload(ctx, upload.id);
}
