import type {
  LinkAccess,
  LinkTermsDocument,
  LinkVisit,
  RemainingSteps,
} from '#shared/contracts/links/link-access.ts';

/** A refusal of the server, or with status 0 a failure of the network. */
export class CallError extends Error {
  readonly status: number;
  /** Messages by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

const NO_CONNECTION = 'The server cannot be reached. Check your connection and try again.';

/** Without the app's HTTP code and zod, which would be most of the page. */
async function call<Result>(method: 'GET' | 'POST', path: string, body?: object): Promise<Result> {
  const response = await fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new CallError(0, NO_CONNECTION);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new CallError(response.status, answer.error ?? 'Something went wrong. Try again.', answer.fields);
}

const base = (slug: string) => `/api/link-access/${encodeURIComponent(slug)}`;

/** The brand of the installation, for a link that does not open. */
export const loadBrand = () => call<LinkAccess['brand']>('GET', '/api/brand');

export const loadPage = (slug: string) => call<LinkAccess>('GET', base(slug));

/** The right code also enters, unless terms remain. */
export const submitStep = (slug: string, step: 'password' | 'email' | 'code', value: string) =>
  call<RemainingSteps & { visit?: LinkVisit }>('POST', `${base(slug)}/${step}`, {
    [step]: value,
    ...(step === 'code' && { enter: true }),
  });

export const acceptTerms = (slug: string, termsVersionId: number, typedName: string) =>
  call<RemainingSteps>('POST', `${base(slug)}/terms`, {
    termsVersionId,
    ...(typedName !== '' && { typedName }),
  });

export const loadTermsDocument = (slug: string, termsVersionId: number) =>
  call<LinkTermsDocument>('GET', `${base(slug)}/terms/document?termsVersionId=${termsVersionId}`);

/** The address of the image of a page, which counts from 1. */
export const termsPageUrl = (
  slug: string,
  { termsVersionId, page, width }: { termsVersionId: number; page: number; width: number },
): string =>
  `${base(slug)}/terms/pages/${page}?${new URLSearchParams({ termsVersionId: String(termsVersionId), width: String(width) })}`;

export const enter = (slug: string) => call<LinkVisit>('POST', `${base(slug)}/enter`);

/** Ends the session of an account, with which nobody is a visitor. */
export const logOut = () => call<unknown>('POST', '/api/logout');
