import type { User } from '#shared/contracts/session.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { hasNoPassword } from './company/company-account.ts';
import { joinNames, presentPerson } from './present-person.ts';
import type { UserRow } from './queries.ts';

function presentNames(user: UserRow): Partial<User> {
  const { first_name, last_name, avatar_token } = user;
  return {
    ...presentPerson({ display_name: joinNames(user), avatar_token }),
    ...(first_name !== null && { firstName: first_name }),
    ...(last_name !== null && { lastName: last_name }),
  };
}

export const presentUser = (user: UserRow): User => ({
  id: user.id,
  username: user.username,
  email: user.email,
  isAdmin: user.is_admin === 1,
  createdAt: isoInstant(user.created_at),
  ...presentNames(user),
  ...(user.email_verified_at === null && { emailVerified: false as const }),
  ...(hasNoPassword(user) && { hasPassword: false as const }),
  ...(user.must_change_password === 1 && { mustChangePassword: true as const }),
});

/** Adds for the users themselves whether their session waits for a second factor. */
export const presentSignedInUser = (user: UserRow, mustSetUpFactor: boolean): User => ({
  ...presentUser(user),
  ...(mustSetUpFactor && { mustSetUpFactor: true as const }),
});
