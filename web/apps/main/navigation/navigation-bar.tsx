import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { useUser } from '#web/features/accounts/current-user.ts';
import { useVisitorSession } from '#web/features/accounts/visitor-session.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';
import { AccountMenu } from './account-menu.tsx';

const VisitorMenu = lazy(async () => ({ default: (await import('./visitor-menu.tsx')).VisitorMenu }));
const ViewAsFrame = lazy(async () => ({
  default: (await import('#web/features/rooms/groups/view-as-frame.tsx')).ViewAsFrame,
}));

/** The bar at the top of the app; `start` is rendered before the logo. */
export function NavigationBar({ start }: { start?: ReactNode }) {
  const user = useUser();
  const visitorSession = useVisitorSession();
  const viewAs = visitorSession?.viewAs;
  return (
    <header
      data-navigation-bar
      className="sticky top-0 z-20 flex h-(--navigation-height) items-center gap-2 border-line border-b bg-surface px-2 md:px-4"
    >
      {start}
      <Link href="/" className="flex min-w-0 shrink-1000 rounded-md p-1">
        <Logo />
        <span className="sr-only">, home</span>
      </Link>
      <div className="ml-auto flex min-w-0 items-center gap-2">
        {user && (
          <nav aria-label="Account" className="hidden items-center gap-1 lg:flex">
            <ButtonLink href="/file-views" variant="ghost" tourTarget="activity">
              View Activity
            </ButtonLink>
            <ButtonLink href="/settings?tab=invitations" variant="ghost">
              Invitations
            </ButtonLink>
            {user.isAdmin && (
              <ButtonLink href="/admin" tourTarget="admin">
                Admin
              </ButtonLink>
            )}
          </nav>
        )}
        {user?.isAdmin && <Badge tone="accent">Admin</Badge>}
        {user && <AccountMenu />}
        <Suspense>
          {visitorSession && !viewAs && <VisitorMenu visitorSession={visitorSession} />}
          {viewAs && <ViewAsFrame viewAs={viewAs} />}
        </Suspense>
      </div>
    </header>
  );
}
