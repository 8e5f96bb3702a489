import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '#shared/contracts/session.ts';
import { nameOf } from '#shared/domain/format.ts';
import { useLogOut } from '#web/features/accounts/api.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { usePreferences, useSetTourSeen, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from '#web/ui/overlays/menu.tsx';

const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/invitations/invite-dialog.tsx')).InviteDialog,
}));

const PAGES = [
  { href: '/profile', label: 'Profile' },
  { href: '/settings', label: 'Settings' },
  { href: '/rooms', label: 'Rooms' },
  { href: '/changes', label: 'Changes' },
  { href: '/file-views', label: 'View Activity' },
  { href: '/settings?tab=invitations', label: 'Invitations' },
  { href: '/links', label: 'My Links' },
  { href: '/trash', label: 'Trash' },
  { href: '/receipts', label: 'My Receipts' },
];

const COLOR_SCHEME_OPTIONS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;

/** Shows the signed-in user and links to their pages and settings. */
export function AccountMenu() {
  const user = useSignedInUser();
  const { isAdmin } = user;
  const { colorScheme } = usePreferences();
  const updatePreferences = useUpdatePreferences();
  const logOut = useLogOut();
  const setTourSeen = useSetTourSeen();
  const [, navigate] = useLocation();
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button data-tour="account" variant="ghost" className="max-sm:px-1">
            <Avatar name={nameOf(user)} image={user.avatar} size="small" />
            <span className="sr-only">Account menu of</span>
            <span dir="auto" className="max-w-[100px] truncate max-sm:sr-only">
              {nameOf(user)}
            </span>
          </Button>
        }
      >
        <UserSummary user={user} />
        <MenuSeparator />
        {PAGES.map(({ href, label }) => (
          <MenuLink key={href} href={href}>
            {label}
          </MenuLink>
        ))}
        {isAdmin && (
          <>
            <MenuSeparator />
            <MenuLink href="/admin">Admin Dashboard</MenuLink>
            <MenuItem onSelect={() => setInviting(true)}>Invite Users</MenuItem>
          </>
        )}
        <MenuSeparator />
        <MenuRadioGroup
          label="Color scheme"
          value={colorScheme}
          onChange={(selected) => updatePreferences.mutate({ colorScheme: selected })}
          options={COLOR_SCHEME_OPTIONS}
        />
        <MenuSeparator />
        <MenuItem
          onSelect={() => {
            setTourSeen(false);
            navigate('/');
          }}
        >
          Take the Tour
        </MenuItem>
        <MenuItem disabled={logOut.isPending} onSelect={() => logOut.mutate()}>
          Log Out
        </MenuItem>
      </Menu>
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </>
  );
}

function UserSummary({ user }: { user: User }) {
  const { username, displayName, email } = user;
  return (
    <div className="max-w-64 px-2 py-1">
      <p className="truncate font-medium">{nameOf(user)}</p>
      {displayName !== undefined && <p className="truncate text-ink-muted text-xs">{username}</p>}
      <p className="truncate text-ink-muted text-xs" title={email}>
        {email}
      </p>
    </div>
  );
}
