import { useLocation } from 'wouter';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import type { Command } from '#web/lib/commands/commands.ts';

const COLOR_SCHEME_COMMANDS = [
  { scheme: 'light', label: 'Light colours' },
  { scheme: 'dark', label: 'Dark colours' },
  { scheme: 'system', label: 'Colours as the system' },
] as const;

/** What can be done on every page. */
export function useGlobalCommands(): Command[] {
  const actor = useActor();
  const [, navigate] = useLocation();
  const { sidebarCollapsed, colorScheme } = usePreferences();
  const { mutate: change } = useUpdatePreferences();
  const goTo = (label: string, path: string) => ({ label: `Go to ${label}`, run: () => navigate(path) });
  return [
    { ...goTo('Home', '/'), key: 'h' },
    ...(systemPolicy.manageOwnProfile(actor)
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
          ...COLOR_SCHEME_COMMANDS.filter(({ scheme }) => scheme !== colorScheme).map(
            ({ scheme, label }) => ({
              label,
              run: () => change({ colorScheme: scheme }),
            }),
          ),
        ]
      : []),
    ...(systemPolicy.seeActivity(actor) ? [goTo('Activity', '/file-views')] : []),
    ...(systemPolicy.manageSettings(actor) ? [goTo('System Settings', '/settings?tab=system')] : []),
    ...(systemPolicy.manageUsers(actor) ? [goTo('Admin Dashboard', '/admin')] : []),
  ];
}
