import { Redirect, useParams } from 'wouter';
import { useStartVisitorSession } from '#web/features/visitors/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { StandalonePage } from '#web/ui/layout/standalone-page.tsx';

/** Starts the visitor session immediately; /visitor-login shows any failure. */
export function DirectVisitorAccessPage() {
  usePageTitle('Visitor access');
  const token = useParams()['token'] ?? '';
  const { data: visit, error } = useStartVisitorSession(token);
  if (error) return <Redirect to={`/visitor-login/${encodeURIComponent(token)}`} replace />;
  if (visit) return <Redirect to={visit.folderId === null ? '/' : `/folder/${visit.folderId}`} replace />;
  return (
    <StandalonePage>
      <Loading message="Setting Up Visitor Access" />
    </StandalonePage>
  );
}
