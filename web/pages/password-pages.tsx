import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useLogOut } from '#web/features/accounts/api.ts';
import { ForgotPasswordForm } from '#web/features/accounts/forgot-password-form.tsx';
import { PasswordForm } from '#web/features/accounts/password-form.tsx';
import { ResetPasswordForm } from '#web/features/accounts/reset-password-form.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';

interface PasswordPageProps {
  title: string;
  subtitle: string;
  children: ReactNode;
  footer: ReactNode;
}

function PasswordPage({ title, subtitle, children, footer }: PasswordPageProps) {
  usePageTitle(title);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <Logo />
        <h1 className="mt-8 font-semibold text-xl tracking-tight">{title}</h1>
        <p className="mb-6 text-ink-muted">{subtitle}</p>
        {children}
        <p className="mt-6 text-center">{footer}</p>
      </div>
    </main>
  );
}

const BACK_TO_SIGN_IN = (
  <Link
    href="/auth"
    className="inline-flex min-h-control-small items-center rounded-sm font-medium text-accent-ink hover:underline"
  >
    Back to sign in
  </Link>
);

export function ForgotPasswordPage() {
  return (
    <PasswordPage
      title="Forgot your password?"
      subtitle="Enter the email address of your account to get a link to a new password."
      footer={BACK_TO_SIGN_IN}
    >
      <ForgotPasswordForm />
    </PasswordPage>
  );
}

export function ResetPasswordPage() {
  const token = useParams()['token'] ?? '';
  return (
    <PasswordPage
      title="Choose a new password"
      subtitle="It ends all sessions of your account."
      footer={BACK_TO_SIGN_IN}
    >
      <ResetPasswordForm token={token} />
    </PasswordPage>
  );
}

/** Replaces every signed-in page while the user has a password that an administrator chose. */
export function ChangePasswordPage() {
  const logOut = useLogOut();
  return (
    <PasswordPage
      title="Choose a new password"
      subtitle="An administrator set your current password. Replace it to continue."
      footer={
        <Button busy={logOut.isPending} onClick={() => logOut.mutate()}>
          Log Out
        </Button>
      }
    >
      <PasswordForm />
    </PasswordPage>
  );
}
