import { useMutation, useQueryClient } from '@tanstack/react-query';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { welcome } from './api.ts';
import { askForPasskey, findPasskeyProblem, getPasskeyError } from './passkey.ts';

/** Ways to sign in without the password, below the form. */
export function OtherSignIns({ passkeyOrigin }: { passkeyOrigin: string | null }) {
  if (findPasskeyProblem(passkeyOrigin) !== undefined) return null;
  return (
    <div className="mt-6 flex flex-col gap-3 border-line border-t pt-6">
      <PasskeySignIn />
    </div>
  );
}

function PasskeySignIn() {
  const client = useQueryClient();
  const signIn = useMutation({
    mutationFn: async () =>
      call('POST /api/login/passkey/verify', { body: { credential: await askForPasskey() } }),
    onSuccess: (user) => welcome(client, user),
  });
  return (
    <>
      {signIn.error && (
        <Notice tone="danger" urgent>
          {getPasskeyError(signIn.error)}
        </Notice>
      )}
      <Button icon={Fingerprint} busy={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
    </>
  );
}
