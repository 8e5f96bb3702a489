import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { VISITOR_SESSION_KEY } from '#web/features/accounts/visitor-session.ts';
import { LOGOUT_FAILED_TITLE } from '#web/features/accounts/visitor-session-end.ts';
import { getErrorMessage, toastError } from '#web/features/errors/toast-error.ts';
import { ACCESS_ERROR, ACCESS_GRANTED } from '#web/features/visitors/api.ts';
import { clearStoredToken, getStoredToken, storeToken } from '#web/features/visitors/stored-token.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

const TOKEN_PREVIEW_LENGTH = 10;

/** Tests visitor links, for troubleshooting. */
export function VisitorDebugPage() {
  usePageTitle('Visitor debug');
  const { token, setToken, storedToken, result, test, activate, showStatus, clear } = useVisitorDebug();
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-5 px-4 py-8">
      <PageHeader
        title="Visitor debug"
        subtitle="Test an invitation link and see why it fails."
        actions={<ButtonLink href="/auth">Back to Login</ButtonLink>}
      />
      <Card className="flex flex-col gap-4 p-5">
        <TextField
          label="Token"
          autoComplete="off"
          spellCheck={false}
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button disabled={!token.trim()} onClick={() => void test()}>
            Test Token
          </Button>
          <Button disabled={!token.trim()} onClick={() => void activate()}>
            Activate Token
          </Button>
          <Button onClick={() => void showStatus()}>Show Status</Button>
          <Button onClick={() => void clear()}>Clear Visitor Session</Button>
        </div>
        <p className="text-ink-muted">
          Stored token: {storedToken ? `${storedToken.slice(0, TOKEN_PREVIEW_LENGTH)}…` : 'none'}
        </p>
      </Card>
      {result !== null && (
        <Card aria-label="Result" className="overflow-x-auto p-5">
          <pre className="text-xs">{JSON.stringify(result, null, 2)}</pre>
        </Card>
      )}
    </main>
  );
}

/** Holds the token and the result of the last action. */
function useVisitorDebug() {
  const client = useQueryClient();
  const [token, setToken] = useState(useParams()['token'] ?? '');
  const [storedToken, setStoredToken] = useState(getStoredToken);
  const [result, setResult] = useState<unknown>(null);

  const runAction = async (title: string, action: () => Promise<unknown>, description?: string) => {
    try {
      setResult(await action());
    } catch (error) {
      setResult({ error: getErrorMessage(error as Error) }); // `call` throws Error objects only
      toastError(title, error as Error, description); // `call` throws Error objects only
    }
  };
  const test = () =>
    runAction(ACCESS_ERROR, () =>
      call('GET /api/validate-token/:token', { params: { token: token.trim() } }),
    );
  const activate = () =>
    runAction(ACCESS_ERROR, async () => {
      const status = await call('GET /api/visitor/auth/:token', { params: { token: token.trim() } });
      client.setQueryData<VisitorStatus>(VISITOR_SESSION_KEY, status);
      storeToken(token.trim());
      setStoredToken(token.trim());
      toast({ title: ACCESS_GRANTED, variant: 'success' });
      return status;
    });
  const showStatus = () =>
    runAction(ACCESS_ERROR, () => call('GET /api/visitor/status'), 'Failed to get visitor status');
  const clear = () =>
    runAction(LOGOUT_FAILED_TITLE, async () => {
      await call('POST /api/visitor/logout');
      client.setQueryData(VISITOR_SESSION_KEY, null);
      clearStoredToken();
      setStoredToken(null);
      return { cleared: true };
    });
  return { token, setToken, storedToken, result, test, activate, showStatus, clear };
}
