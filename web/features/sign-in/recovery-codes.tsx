import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useCopy } from '#web/ui/feedback/use-copy.ts';

/** Shows the recovery codes, which the server never shows again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { copiedText, copy } = useCopy();
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning">
        Keep these recovery codes in a safe place. Each signs you in once without your app or passkey. They
        are not shown again.
      </Notice>
      <ol
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-1 rounded-md border border-line p-3 font-mono text-xs"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {navigator.clipboard && (
          <Button onClick={() => copy(codes.join('\n'))}>{copiedText ? 'Copied' : 'Copy Codes'}</Button>
        )}
        <Button variant="primary" onClick={onDone}>
          I Saved the Codes
        </Button>
      </div>
    </div>
  );
}
