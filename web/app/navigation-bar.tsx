import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSignedInUser } from '#web/features/auth/current-user.ts';
import { Badge } from '../ui/badge.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';

/** `start` stands before the logo: what opens the sidebar. */
export function NavigationBar({ start }: { start?: ReactNode }) {
  const { isAdmin } = useSignedInUser();
  return (
    <header className="sticky top-0 z-20 flex h-(--navigation-height) items-center gap-2 border-line border-b bg-surface px-2 md:px-4">
      {start}
      <Link href="/" aria-label="Muniment, home" className="flex rounded-md p-1">
        <Logo />
      </Link>
      <div className="ml-auto flex items-center gap-2">
        {isAdmin && <Badge tone="accent">Admin</Badge>}
        <AccountMenu />
      </div>
    </header>
  );
}
