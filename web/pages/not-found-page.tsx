import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { StandalonePage } from '#web/ui/layout/standalone-page.tsx';

export function NotFoundPage() {
  usePageTitle('Page Not Found');
  return (
    <StandalonePage>
      <div className="flex flex-col items-center gap-1 text-center">
        <FileQuestionMark size={32} className="mb-2 text-ink-muted" />
        <h1 className="font-semibold text-xl">404 Page Not Found</h1>
        <p className="mb-4 text-ink-muted">Did you forget to add the page to the router?</p>
        <ButtonLink href="/">Return to Home</ButtonLink>
      </div>
    </StandalonePage>
  );
}
