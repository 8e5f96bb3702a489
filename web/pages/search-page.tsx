import { VisitorBanner } from '#web/features/accounts/visitor-banner.tsx';
import { SearchPageForm } from '#web/features/search/page/search-page-form.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';

/** Results of a question on a page of their own, with filters. The URL holds the question and the filters. */
export function SearchPage() {
  usePageTitle('Search');
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6">
      <VisitorBanner />
      <SearchPageForm />
    </div>
  );
}
