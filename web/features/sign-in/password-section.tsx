import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { PasswordForm } from '#web/features/accounts/password-form.tsx';

/** Changes the password, or says that the account has none. */
export function PasswordSection() {
  const { hasPassword } = useSignedInUser();
  if (hasPassword !== false) return <PasswordForm />;
  return <p className="text-ink-muted">Your account has no password: you sign in through your company.</p>;
}
