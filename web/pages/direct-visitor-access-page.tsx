import { Redirect, useParams } from 'wouter';
import { useEnterAsVisitor } from '#web/features/visitors/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';

/** Enters without a word; whatever goes wrong is told by /visitor-login. */
export function DirectVisitorPage() {
  usePageTitle('Visitor access');
  const token = useParams()['token'] ?? '';
  const { data: visit, error } = useEnterAsVisitor(token);
  if (error) return <Redirect to={`/visitor-login/${encodeURIComponent(token)}`} replace />;
  if (visit) return <Redirect to={visit.folderId === null ? '/' : `/folder/${visit.folderId}`} replace />;
  return (
    <main>
      <Loading message="Setting Up Visitor Access" />
    </main>
  );
}
