import { useMutation, useQueryClient } from '@tanstack/react-query';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { COMPANY_PROBLEMS, describeCompanyProblem } from '#shared/contracts/sign-in/company-problems.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { welcome } from '../api.ts';
import { getReturnPath } from '../return-path.ts';
import { CHECKS_CODE } from '../session-end.ts';
import { askForPasskey, findPasskeyProblem, getPasskeyError } from './passkey.ts';

interface OtherSignInsProps {
  search: string;
  passkeyOrigin: string | null;
  offersPasskeys: boolean;
  /** The name of the company; `null` unless people sign in through it. */
  company: string | null;
}

/** Ways to sign in without the password, below the form: those that are set up. */
export function OtherSignIns({ search, passkeyOrigin, offersPasskeys, company }: OtherSignInsProps) {
  const given = new URLSearchParams(search).get('problem');
  const problem = COMPANY_PROBLEMS.find((each) => each === given);
  const hasPasskeys = offersPasskeys && findPasskeyProblem(passkeyOrigin) === undefined;
  if (!hasPasskeys && company === null) return null;
  return (
    <div className="mt-6 flex flex-col gap-3 border-line border-t pt-6">
      {company !== null && problem && (
        <Notice tone="danger" urgent>
          {describeCompanyProblem(problem, company)}
        </Notice>
      )}
      {hasPasskeys && <PasskeySignIn />}
      {company !== null && <CompanySignIn company={company} search={search} />}
    </div>
  );
}

function PasskeySignIn() {
  const client = useQueryClient();
  const signIn = useMutation({
    meta: CHECKS_CODE,
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
        Use a Passkey
      </Button>
    </>
  );
}

function CompanySignIn({ company, search }: { company: string; search: string }) {
  const start = () => {
    const query = new URLSearchParams({ returnTo: getReturnPath(search, location.origin) });
    location.assign(`/api/oidc/start?${query}`);
  };
  return (
    <Button onClick={start}>
      <span className="truncate">Continue with {company}</span>
    </Button>
  );
}
