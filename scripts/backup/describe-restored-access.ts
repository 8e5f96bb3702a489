import type { RestoredAccess } from './review-restored-access.ts';

const timeOf = (instant: number): string => new Date(instant).toISOString();

/** Control characters could forge lines of the operator's terminal. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '?');

/** Returns lines for the operator: the access that a restore ended or brought back, and what to do about it. */
export function describeRestoredAccess({
  openInvitations,
  accounts,
  backupMadeAt,
  keepsLinks,
}: Omit<RestoredAccess, 'erasures'> & { backupMadeAt: number; keepsLinks: boolean }): string[] {
  const madeAt = timeOf(backupMadeAt);
  const links = `${openInvitations} open ${openInvitations === 1 ? 'invitation or visitor link' : 'invitations and visitor links'}`;
  return [
    keepsLinks
      ? `Kept ${links}. If any of them was revoked after ${madeAt}, it works again: revoke it again.`
      : `Revoked ${links} of the backup, since any of them may have been revoked after ${madeAt}. Invite again who still needs access.`,
    `Accounts, permissions and passwords are those of ${madeAt}. Set a new password for each account whose password was changed since, and delete again what was deleted or removed since.`,
    `Accounts: ${accounts.length}`,
    ...accounts.map(({ username, email, passwordChangedAt }) => {
      const changed =
        passwordChangedAt === null
          ? 'no password change recorded'
          : `password last changed ${timeOf(passwordChangedAt)}`;
      return `  ${printable(username)} <${printable(email)}>: ${changed}`;
    }),
  ];
}
