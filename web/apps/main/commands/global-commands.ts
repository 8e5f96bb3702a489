import { useLocation } from 'wouter';
import { roomPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useChangePreferences, usePreferences } from '#web/features/accounts/preferences.ts';
import type { Command } from '#web/lib/commands/commands.ts';

const SCHEMES = [
  { scheme: 'light', label: 'Light colours' },
  { scheme: 'dark', label: 'Dark colours' },
  { scheme: 'system', label: 'Colours as the system' },
] as const;

/** What can be done on every page. */
export function useRoomCommands(): Command[] {
  const actor = useActor();
  const [, navigate] = useLocation();
  const { sidebarCollapsed, colorScheme } = usePreferences();
  const { mutate: change } = useChangePreferences();
  const goTo = (label: string, path: string) => ({ label: `Go to ${label}`, run: () => navigate(path) });
  return [
    { ...goTo('Home', '/'), key: 'h' },
    ...(roomPolicy.haveProfile(actor)
      ? [
          goTo('Profile', '/profile'),
          goTo('Settings', '/settings'),
          goTo('Password', '/settings?tab=security'),
          goTo('Notifications', '/settings?tab=notifications'),
          goTo('Invitations', '/settings?tab=invitations'),
          {
            label: sidebarCollapsed ? 'Show sidebar' : 'Hide sidebar',
            key: 'b',
            run: () => change({ sidebarCollapsed: !sidebarCollapsed }),
          },
          ...SCHEMES.filter(({ scheme }) => scheme !== colorScheme).map(({ scheme, label }) => ({
            label,
            run: () => change({ colorScheme: scheme }),
          })),
        ]
      : []),
    ...(roomPolicy.seeActivity(actor) ? [goTo('Activity', '/file-views')] : []),
    ...(roomPolicy.manageSettings(actor) ? [goTo('System Settings', '/settings?tab=system')] : []),
    ...(roomPolicy.manageUsers(actor) ? [goTo('Admin Dashboard', '/admin')] : []),
  ];
}
