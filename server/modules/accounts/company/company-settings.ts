import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { IdentityProvider } from '#server/engines/identity/identity-provider.ts';
import { readSignInSettings } from '#server/modules/settings/sign-in-settings.ts';
import { type CompanyProblem, describeCompanyProblem } from '#shared/contracts/sign-in/company-problems.ts';
import type { SignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';

const CODES = {
  expired: 'unauthenticated',
  failed: 'unauthenticated',
  unreachable: 'unavailable',
  unavailable: 'unavailable',
  'no-access': 'forbidden',
  address: 'forbidden',
  'too-many': 'rate-limited',
} as const satisfies Record<CompanyProblem, AppError['code']>;

/** A sign-in through the company that did not succeed; the sign-in page shows the same message. */
export class CompanySignInError extends AppError {
  readonly problem: CompanyProblem;

  constructor(problem: CompanyProblem, name: string, cause?: unknown) {
    super(CODES[problem], describeCompanyProblem(problem, name), { cause });
    this.problem = problem;
  }
}

interface Company {
  readonly provider: IdentityProvider;
  readonly settings: SignInSettings;
}

/** Returns the identity provider and its settings, or refuses where none is set up. */
export async function requireCompany(ctx: Context): Promise<Company> {
  const provider = ctx.identityProvider;
  if (!provider) throw new AppError('not-found', 'Sign-in through a company is not set up.');
  return { provider, settings: await readSignInSettings(ctx) };
}

/** Returns whether the address belongs to one of the domains, exactly: not to a domain below. */
export function isDomainListed(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.includes(domain);
}

/** Returns whether the claims have the one that makes an administrator, as `name=value`; lists contain it. */
export function makesAdministrator(claims: Readonly<Record<string, unknown>>, rule: string): boolean {
  const [name = '', ...rest] = rule.split('=');
  const value = rest.join('=');
  if (name === '' || value === '') return false;
  const claim = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return Array.isArray(claim) ? claim.includes(value) : claim === value || String(claim) === value;
}
