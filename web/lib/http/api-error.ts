export const NETWORK_ERROR_MESSAGE = 'The server could not be reached. Check your connection and try again.';

/** Longer plain texts are proxy pages or stack traces, not messages for users. */
const MAX_DETAIL_LENGTH = 300;

/** A failed call. `message` is '{status}: {detail}', `detail` the server's message for the user. */
export class ApiError extends Error {
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly code: string | undefined;
  /** Messages by field name, for forms. */
  readonly fields: Record<string, string>;
  readonly detail: string;

  constructor(
    status: number,
    detail: string,
    options: { code?: string | undefined; fields?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(`${status}: ${detail}`, { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.code = options.code;
    this.fields = options.fields ?? {};
  }
}

/** Converts an error response: the server's `{ error, code, fields }`, or the plain text of a proxy in between. */
export function toApiError(response: Response, text: string, json: unknown): ApiError {
  const body = isRecord(json) ? json : {};
  if (typeof body['error'] === 'string' && body['error'] !== '') {
    return new ApiError(response.status, body['error'], {
      code: typeof body['code'] === 'string' ? body['code'] : undefined,
      fields: isRecord(body['fields']) ? pickStrings(body['fields']) : {},
    });
  }
  const isMessage =
    json === undefined && text !== '' && text.length <= MAX_DETAIL_LENGTH && !/^\s*</.test(text);
  return new ApiError(response.status, isMessage ? text : response.statusText || 'The request failed.');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pickStrings(fields: Record<string, unknown>): Record<string, string> {
  const strings = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(strings);
}
