import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, isDiskFull, isUnavailable } from '#server/app/errors.ts';
import { SEND_JSON } from './serve.ts';

const UPLOAD_ENDED_EARLY: [ErrorCode, string] = ['invalid', 'The upload was interrupted. Try again.'];

/** Fastify's own refusals, with the product's messages. */
const FRAMEWORK_ERRORS: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'The request is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-type', SEND_JSON],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid', 'The body is empty: send JSON or no Content-Type'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid', 'The body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid', 'The body length does not match Content-Length'],
  FST_FILES_LIMIT: ['invalid', 'Send one file at a time'],
  FST_FIELDS_LIMIT: ['invalid', 'The form has too many fields'],
  FST_PROTO_VIOLATION: ['invalid', 'The form has an unknown field'],
  FST_MP_PREMATURE_CLOSE: UPLOAD_ENDED_EARLY,
};

/** An outage of a minute is noticed within seconds of its end; a restart of the database takes less. */
const OUTAGE_RETRY_SECONDS = 5;

function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error;
  const { largeBody } = request.routeOptions.config.endpoint ?? {};
  if (largeBody && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('too-large', largeBody.refusal);
  const known = FRAMEWORK_ERRORS[error.code];
  if (known) return new AppError(...known);
  if (isDiskFull(error)) {
    const message =
      'Nothing was saved because the storage is full. Ask an administrator to free up space, then try again.';
    return new AppError('storage-full', message, { cause: error });
  }
  // The form parser's own errors have no code.
  if (/multipart data|^Multipart:/.test(error.message)) return new AppError(...UPLOAD_ENDED_EARLY);
  if (error.code?.startsWith('FST_') && (error.statusCode ?? 500) < 500)
    return new AppError('invalid', "The request can't be read");
  if (error instanceof SyntaxError && error.statusCode === 400)
    return new AppError('invalid', 'The body is not valid JSON');
  return undefined;
}

const CONTENT_HEADERS = ['etag', 'last-modified', 'content-range', 'content-disposition', 'content-encoding'];

/** Removes the headers of content whose stream failed before its first byte: no cache may keep the failure as that content. */
function withoutContent(reply: FastifyReply): FastifyReply {
  for (const name of CONTENT_HEADERS) reply.removeHeader(name);
  return reply.header('cache-control', 'no-store');
}

function send(reply: FastifyReply, refusal: AppError): FastifyReply {
  const { code, retryAfterSeconds } = refusal;
  if (code === 'rate-limited' || retryAfterSeconds !== undefined)
    reply.header('retry-after', retryAfterSeconds ?? 60);
  // A stream that fails before its first byte has left the type of its bytes, by which Fastify would send no object.
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send({
      error: refusal.message,
      code: refusal.code,
      ...(refusal.fields && { fields: refusal.fields }),
      ...(refusal.current !== undefined && { current: refusal.current }),
      ...(refusal.params && { params: refusal.params }),
    });
}

/** Answers with the refusal, or sends a browser that opened the call as a page to the one that explains it. */
function answer(request: FastifyRequest, reply: FastifyReply, refusal: AppError): FastifyReply {
  const page = request.routeOptions.config.findRefusalPage?.(request, refusal);
  return page === undefined ? send(reply, refusal) : reply.code(303).header('location', page).send();
}

/** Called with each refusal before it is answered. Must not reject. */
type RefusalListener = (request: FastifyRequest, refusal: AppError) => Promise<void>;

/**
 * Answers every failure with `{ error, code, fields?, current?, params? }`: an outage of the database or the object store with
 * 503, what nobody expected with a neutral 500. Both are logged with their cause. Browsers that open a call as a page are sent to
 * the page of its refusals.
 */
export function handleErrors(app: FastifyInstance, onRefusal: RefusalListener): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const refusal = toAppError(error, request);
    if (refusal) {
      await onRefusal(request, refusal);
      return answer(request, reply, refusal);
    }
    if (isUnavailable(error)) {
      request.log.warn({ err: error, route: request.routeOptions.url }, 'a service is unavailable');
      const message = 'The server cannot reach its database or file storage. Try again in a moment.';
      return answer(
        request,
        withoutContent(reply),
        new AppError('unavailable', message, { retryAfterSeconds: OUTAGE_RETRY_SECONDS }),
      );
    }
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    return answer(
      request,
      withoutContent(reply),
      new AppError('internal', 'Something went wrong on our side. Try again.'),
    );
  });
}
