import { ADDRESS_REFUSED } from '../../domain/messages.ts';

/** Why a sign-in through the company did not succeed, as the server tells the sign-in page in its address. */
export const COMPANY_PROBLEMS = [
  'expired',
  'failed',
  'unreachable',
  'no-access',
  'address',
  'too-many',
  'unavailable',
] as const;

export type CompanyProblem = (typeof COMPANY_PROBLEMS)[number];

/** Returns the message of a problem; `name` is that of the company's identity provider. */
export function describeCompanyProblem(problem: CompanyProblem, name: string): string {
  switch (problem) {
    case 'expired':
      return 'The sign-in has expired. Please start again.';
    case 'failed':
      return `The sign-in with ${name} failed.`;
    case 'unreachable':
      return `${name} cannot be reached. Sign in with your password.`;
    case 'no-access':
      return 'Your account has no access. Ask your administrator.';
    case 'address':
      return ADDRESS_REFUSED;
    case 'too-many':
      return 'Too many sign-ins from your network. Try again in 15 minutes.';
    case 'unavailable':
      return 'The sign-in could not be completed just now. Try again in a moment.';
  }
}
