/** Returns the name by which people know a user: first and last name, otherwise the username. */
export const nameOf = ({
  displayName,
  username,
}: {
  displayName?: string | undefined;
  username: string;
}): string => displayName ?? username;
