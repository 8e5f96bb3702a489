import type { CustomFetch } from 'openid-client';

/** No answer of a provider is longer: keys, metadata and tokens. */
const MAX_ANSWER_BYTES = 1_000_000;

/** The provider cannot be reached, or fails by itself. */
export class IssuerUnreachableError extends Error {
  constructor(options: { cause?: unknown } = {}) {
    super('The identity provider cannot be reached', options);
    this.name = 'IssuerUnreachableError';
  }
}

/** The library wraps what its fetch throws. */
export function isIssuerUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof IssuerUnreachableError || isIssuerUnreachable(error.cause);
}

/** Fetches with a limit on the answer; a failure of the network or of the provider throws `IssuerUnreachableError`. */
export const fetchFromIssuer: CustomFetch = async (url, options) => {
  try {
    // The options are those of the standard, with narrower types.
    const response = await fetch(url, options as RequestInit);
    if (response.status >= 500) throw new Error(`The provider answered with ${response.status}`);
    const { status, headers } = response;
    const body = await readLimited(response);
    return new Response(body.length > 0 ? body : null, { status, headers });
  } catch (cause) {
    throw new IssuerUnreachableError({ cause });
  }
};

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer of the provider is too long');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
