export const NETWORK_ERROR_MESSAGE = 'The server could not be reached. Check your connection and try again.';

/** Longer plain texts are a page or a trace of some proxy, not a sentence for a person. */
const MAX_DETAIL_LENGTH = 300;

/** A call that failed: `message` is '{status}: {error}', `sentence` is the server's text without the number. */
export class ApiError extends Error {
  /** The HTTP status, or 0 when no answer came. */
  readonly status: number;
  readonly code: string | undefined;
  /** Messages by field name, as a form shows them. */
  readonly fields: Record<string, string>;
  readonly detail: string;

  constructor(
    status: number,
    sentence: string,
    options: { code?: string | undefined; fields?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(`${status}: ${sentence}`, { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.detail = sentence;
    this.code = options.code;
    this.fields = options.fields ?? {};
  }
}

/** What a refusing answer says: our server's `{ error, code, fields }`, or whatever stood in its way said in plain text. */
export function toApiError(response: Response, text: string, json: unknown): ApiError {
  const body = isRecord(json) ? json : {};
  if (typeof body['error'] === 'string' && body['error'] !== '') {
    return new ApiError(response.status, body['error'], {
      code: typeof body['code'] === 'string' ? body['code'] : undefined,
      fields: isRecord(body['fields']) ? pickStrings(body['fields']) : {},
    });
  }
  const isSentence =
    json === undefined && text !== '' && text.length <= MAX_DETAIL_LENGTH && !/^\s*</.test(text);
  return new ApiError(response.status, isSentence ? text : response.statusText || 'The request failed.');
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
