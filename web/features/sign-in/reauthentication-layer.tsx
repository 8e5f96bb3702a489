import { lazy, Suspense, useEffect, useState } from 'react';
import { setReauthentication } from '#web/lib/http/reauthentication.ts';

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
}));

/** Asks the user to prove their identity when the server demands it; the refused request is then repeated. */
export function ReauthenticationLayer() {
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void } | null>(null);
  useEffect(() => setReauthentication(() => new Promise((resolve) => setAnswer({ give: resolve }))), []);
  if (!answer) return null;
  const close = (isProved: boolean) => {
    setAnswer(null);
    answer.give(isProved);
  };
  return (
    <Suspense>
      <ReauthenticationDialog onClose={close} />
    </Suspense>
  );
}
