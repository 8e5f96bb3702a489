import type { FastifyInstance } from 'fastify';
import { loadUpload } from '#server/authorization/load-upload.ts';
import { AppError } from '#server/app/errors.ts';
import { largestUpload } from '#server/modules/files/commit-upload.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/uploads.ts';
import { appendToUpload } from './append-to-upload.ts';
import { beginUpload } from './begin-upload.ts';
import { cancelUpload } from './cancel-upload.ts';
import { presentUpload } from './presenter.ts';

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,termination,expiration';
const BYTES = contracts.appendToUpload.takesBytes;

/** What tus asks of every call beside its own headers. */
function speakTus(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => void reply.header('tus-resumable', VERSION));
  app.addHook('preHandler', async (request, reply) => {
    // Asking what is spoken here needs no version.
    if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === VERSION) return;
    reply.header('tus-version', VERSION);
    throw new AppError('unsupported-version', `Send Tus-Resumable: ${VERSION}`);
  });
  // Left unread for the handler; whatever else is sent is no upload.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(BYTES, (_request, _payload, done) => done(null));
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('unsupported-type', `Send the bytes with Content-Type: ${BYTES}`)),
  );
}

function serveUploads(app: FastifyInstance): void {
  speakTus(app);
  serve(app, contracts.beginUpload, async (ctx, { headers }) => {
    const upload = await beginUpload(ctx, headers['upload-length'], headers['upload-metadata']);
    return { ...presentUpload(upload), location: `${contracts.beginUpload.path}/${upload.id}` };
  });
  serve(app, contracts.findUpload, async (ctx, { params }) =>
    presentUpload(await loadUpload(ctx, params.id, 'continue')),
  );
  serve(app, contracts.appendToUpload, async (ctx, { params, headers }, { request }) => {
    const told = request.headers['content-length'];
    const length = told === undefined ? undefined : Number(told);
    const sent = { offset: headers['upload-offset'], body: request.raw, length };
    return presentUpload(await appendToUpload(ctx, params.id, sent));
  });
  serve(app, contracts.cancelUpload, async (ctx, { params }) => {
    await cancelUpload(ctx, params.id);
    return {};
  });
  serve(app, contracts.describeUploads, async (ctx) => ({
    'tus-version': VERSION,
    'tus-extension': EXTENSIONS,
    'tus-max-size': String(await largestUpload(ctx)),
  }));
}

/** Apart from all other routes, since bodies are read in another way here. */
export function uploadRoutes(app: FastifyInstance): void {
  app.register(async (apart) => serveUploads(apart));
}
