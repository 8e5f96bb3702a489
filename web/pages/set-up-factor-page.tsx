import { useLogOut } from '#web/features/accounts/api.ts';
import { findPasskeyProblem } from '#web/features/accounts/sign-in-methods/passkey.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { AddPasskey } from '#web/features/sign-in/add-passkey.tsx';
import { FactorSetup } from '#web/features/sign-in/factor-setup.tsx';
import { useConfirmFactor } from '#web/features/sign-in/factors-api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';

/** Replaces every signed-in page while a second factor is required of the user, who has none. */
export function SetUpFactorPage() {
  usePageTitle('Set up a second factor');
  const logOut = useLogOut();
  const confirm = useConfirmFactor();
  const settings = usePublicSettings();
  const canUsePasskey = settings !== undefined && findPasskeyProblem(settings.passkeyOrigin) === undefined;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <Logo />
        <h1 className="mt-8 font-semibold text-xl tracking-tight">Set up a second factor</h1>
        <p className="mb-6 text-ink-muted">
          An administrator requires it. You need an authenticator app, such as one on your phone
          {canUsePasskey && ', or a passkey'}.
        </p>
        <div className="flex flex-col gap-4">
          <FactorSetup confirm={confirm} />
          {/* Once it is added, this page ends, and with it the codes. */}
          {canUsePasskey && !confirm.data && <AddPasskey />}
        </div>
        <p className="mt-6 text-center">
          <Button busy={logOut.isPending} onClick={() => logOut.mutate()}>
            Log Out
          </Button>
        </p>
      </div>
    </main>
  );
}
