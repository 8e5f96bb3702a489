import { lazy, Suspense } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { CodeForm } from '#web/features/accounts/code-form.tsx';
import { useUserQuery } from '#web/features/accounts/current-user.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { ProductHighlights } from '#web/features/accounts/promotion.tsx';
import { RegisterForm } from '#web/features/accounts/register-form.tsx';
import { getReturnPath } from '#web/features/accounts/return-path.ts';
import { SignInForm } from '#web/features/accounts/sign-in-form.tsx';
import { usePublicSettings, useRegistration } from '#web/features/settings/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Logo } from '#web/ui/layout/logo.tsx';

const OtherSignIns = lazy(async () => ({
  default: (await import('#web/features/accounts/sign-in-methods/other-sign-ins.tsx')).OtherSignIns,
}));

const CompanyLinkForm = lazy(async () => ({
  default: (await import('#web/features/accounts/sign-in-methods/company-link-form.tsx')).CompanyLinkForm,
}));

const SIGN_IN = {
  title: 'Sign in',
  subtitle: 'Enter your username and password to continue.',
  otherMode: "Don't have an account? Sign up",
};

const REGISTER = {
  title: 'Create an account',
  subtitle: 'Your own documents, and those shared with you, in one place.',
  otherMode: 'Already have an account? Sign in',
};

const LINK_STYLE =
  'inline-flex min-h-control-small items-center rounded-sm font-medium text-accent-ink hover:underline';

export function AuthPage() {
  const search = useSearch();
  const settings = usePublicSettings();
  const registration = useRegistration();
  const canRegister = registration === 'open';
  const isRegistering = canRegister && new URLSearchParams(search).get('mode') === 'register';
  const isLinking = new URLSearchParams(search).get('step') === 'link';
  const { title, subtitle, otherMode } = isRegistering ? REGISTER : SIGN_IN;
  const { data: user, isPending } = useUserQuery();
  usePageTitle(title);

  // Runs after signing in here too. When the user cannot be determined, the form stays available.
  if (user) return <Redirect to={getReturnPath(search, location.origin)} replace />;
  // The settings say what stands below the form: shown later, it would move the form under the pointer.
  if (isPending || registration === undefined) return <LoadingScreen message="Loading" />;
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="grid place-items-center px-4 py-10">
        <div className="w-full max-w-sm">
          <Logo />
          <h1 className="mt-8 font-semibold text-xl tracking-tight">{title}</h1>
          <p className="mb-6 text-ink-muted">{subtitle}</p>
          {isRegistering ? <RegisterForm /> : <SignInStep search={search} />}
          {settings && !isLinking && (settings.passkeySignIn || settings.companySignIn !== null) && (
            <Suspense>
              <OtherSignIns
                search={search}
                passkeyOrigin={settings.passkeyOrigin}
                offersPasskeys={settings.passkeySignIn && !isRegistering}
                company={settings.companySignIn}
              />
            </Suspense>
          )}
          {!isRegistering && settings?.emailConfigured && (
            <p className="mt-4 text-center">
              <Link href="/forgot-password" className={LINK_STYLE}>
                Forgot your password?
              </Link>
            </p>
          )}
          {canRegister && (
            <p className="mt-6 text-center">
              <Link href={buildModeHref(search, !isRegistering)} className={LINK_STYLE}>
                {otherMode}
              </Link>
            </p>
          )}
        </div>
      </main>
      <ProductHighlights />
    </div>
  );
}

/** The form, or the step that a sign-in through the company leads to. */
function SignInStep({ search }: { search: string }) {
  const [, navigate] = useLocation();
  const parameters = new URLSearchParams(search);
  const step = parameters.get('step');
  const startAgain = () => {
    parameters.delete('step');
    navigate(parameters.size > 0 ? `/auth?${parameters}` : '/auth');
  };
  if (step === 'code')
    return <CodeForm message="Enter the code of your second factor." onCancel={startAgain} />;
  if (step !== 'link') return <SignInForm />;
  return (
    <Suspense>
      <CompanyLinkForm onCancel={startAgain} />
    </Suspense>
  );
}

function buildModeHref(search: string, isRegistering: boolean): string {
  const parameters = new URLSearchParams(search);
  if (isRegistering) parameters.set('mode', 'register');
  else parameters.delete('mode');
  return parameters.size > 0 ? `/auth?${parameters}` : '/auth';
}
