import Download from 'lucide-react/icons/download';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { type SearchPageState, toRequestFilters } from './search-page-url.ts';

/** Downloads the results of the page's question as CSV. */
export function ExportResults({ state }: { state: SearchPageState }) {
  const { folderId, ...filters } = toRequestFilters(state, Date.now());
  const folder = folderId === undefined ? {} : { folderId: String(folderId) };
  const query = { query: state.query, method: state.method, ...filters, ...folder };
  return (
    <div>
      <ButtonLink icon={Download} opens="download" href={buildUrl('GET /api/search/export', { query })}>
        Export CSV
      </ButtonLink>
    </div>
  );
}
