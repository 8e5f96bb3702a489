import LogOut from 'lucide-react/icons/log-out';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { useUser } from '#web/features/accounts/current-user.ts';
import { useVisitorSession } from '#web/features/accounts/visitor-session.ts';
import { useExitVisitorMode } from '#web/features/accounts/visitor-session-end.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { AccountMenu } from './account-menu.tsx';

const ViewAsFrame = lazy(async () => ({
  default: (await import('#web/features/rooms/view-as-frame.tsx')).ViewAsFrame,
}));

/** The menu of a visitor, in place of the account menu. */
function VisitorMenu({ visitorSession }: { visitorSession: VisitorStatus }) {
  const exit = useExitVisitorMode();
  const name = visitorSession.email ?? 'Guest';
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="max-sm:px-1">
          <Avatar name={name} size="small" />
          <span className="max-w-[100px] truncate max-sm:sr-only">Visitor</span>
        </Button>
      }
    >
      <div className="max-w-64 px-2 py-1">
        <p className="font-medium">Visitor</p>
        <p className="truncate text-ink-muted text-xs" title={name}>
          {name}
        </p>
      </div>
      <MenuSeparator />
      <MenuLink href="/auth?mode=register">Create an Account</MenuLink>
      <MenuItem icon={LogOut} onSelect={() => void exit()}>
        Exit Visitor Mode
      </MenuItem>
    </Menu>
  );
}

/** The bar at the top of the app; `start` is rendered before the logo. */
export function NavigationBar({ start }: { start?: ReactNode }) {
  const user = useUser();
  const visitorSession = useVisitorSession();
  const viewAs = visitorSession?.viewAs;
  return (
    <header className="sticky top-0 z-20 flex h-(--navigation-height) items-center gap-2 border-line border-b bg-surface px-2 md:px-4">
      {start}
      <Link href="/" aria-label="Muniment, home" className="flex rounded-md p-1">
        <Logo />
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
        {visitorSession && !viewAs && <VisitorMenu visitorSession={visitorSession} />}
        {viewAs && (
          <Suspense>
            <ViewAsFrame viewAs={viewAs} />
          </Suspense>
        )}
      </div>
    </header>
  );
}
