import Download from 'lucide-react/icons/download';
import { VerifyFiles } from '#web/features/evidence/verify-files.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { buttonStyles, textButtonSizeStyles } from '#web/ui/buttons/button-styles.ts';
import { Logo } from '#web/ui/layout/logo.tsx';

/** Verifies evidence without an account. The downloads do the same without this server. */
export function VerifyPage() {
  usePageTitle('Verify Evidence');
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-5 px-4 py-10">
      <Logo />
      <h1 className="font-semibold text-xl tracking-tight">Verify Evidence</h1>
      <p>
        Choose receipts, certificates or archives of rooms (ZIP). Add a full export of the audit log to check
        whether its history was rewritten. The files stay in your browser.
      </p>
      <VerifyFiles />
      <p className="text-ink-muted">
        The signature proves what the installation stated; your copies prevent a different statement later. To
        depend on this server for nothing, keep the verifier and the keys.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={buildUrl('GET /api/evidence/verifier', { query: { format: 'html' } })}
          icon={Download}
          opens="download"
        >
          Verifier as a Page
        </ButtonLink>
        <ButtonLink
          href={buildUrl('GET /api/evidence/verifier', { query: { format: 'mjs' } })}
          icon={Download}
          opens="download"
        >
          Verifier as a Script
        </ButtonLink>
        <a
          href={buildUrl('GET /api/evidence/key', {})}
          download="muniment-keys.json"
          className={buttonStyles('secondary', textButtonSizeStyles('medium'))}
        >
          <Download size={16} />
          Keys
        </a>
      </div>
    </main>
  );
}
