import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { type Command, findCommand, useCommands } from '#web/lib/commands/commands.ts';
import { areSingleKeyShortcutsEnabled } from '#web/lib/commands/single-key-shortcuts.ts';

const COLOR_SCHEME_COMMANDS = [
  { scheme: 'light', label: 'Use light color scheme' },
  { scheme: 'dark', label: 'Use dark color scheme' },
  { scheme: 'system', label: 'Use system color scheme' },
] as const;

/** Returns the commands of every page. */
function useGlobalCommands(): Command[] {
  const actor = useActor();
  const [, navigate] = useLocation();
  const { sidebarCollapsed, colorScheme } = usePreferences();
  const { mutate: updatePreferences } = useUpdatePreferences();
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
            run: () => updatePreferences({ sidebarCollapsed: !sidebarCollapsed }),
          },
          ...COLOR_SCHEME_COMMANDS.filter(({ scheme }) => scheme !== colorScheme).map(
            ({ scheme, label }) => ({
              label,
              run: () => updatePreferences({ colorScheme: scheme }),
            }),
          ),
        ]
      : []),
    ...(systemPolicy.seeActivity(actor) ? [goTo('Activity', '/file-views')] : []),
    ...(systemPolicy.manageSettings(actor) ? [goTo('System Settings', '/settings?tab=system')] : []),
    ...(systemPolicy.manageUsers(actor) ? [goTo('Admin Dashboard', '/admin')] : []),
  ];
}

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Handles the command palette's key and single-key shortcuts on every page. */
export function KeyboardShortcuts() {
  const [openDialog, setOpenDialog] = useState<'palette' | 'shortcuts' | null>(null);
  const globalCommands = useGlobalCommands();
  useCommands(
    [...globalCommands, { label: 'Keyboard Shortcuts', key: '?', run: () => setOpenDialog('shortcuts') }],
    'everywhere',
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Ignores keys also while the code of an opened dialog is still loading.
      if (event.defaultPrevented || openDialog || isMainInert()) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        setOpenDialog('palette');
        return;
      }
      const command =
        isSingleKeyShortcut(event) && areSingleKeyShortcutsEnabled() ? findCommand(event.key) : undefined;
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  return (
    <Suspense>
      {openDialog === 'palette' && <CommandPalette onClose={() => setOpenDialog(null)} />}
      {openDialog === 'shortcuts' && <ShortcutsDialog onClose={() => setOpenDialog(null)} />}
    </Suspense>
  );
}

/** Returns whether a modal dialog hides the page; shortcuts must not act on it then. */
function isMainInert(): boolean {
  return document.querySelector('main')?.closest('[aria-hidden="true"], [inert]') !== null;
}

const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';

/** Allows Shift, which many keyboards need for '?' and '/'. Menus, trees and lists use letters to find items by name. */
function isSingleKeyShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  if (!(target instanceof HTMLElement)) return true;
  return (
    !target.isContentEditable &&
    !target.matches('input:not([type=checkbox], [type=radio]), textarea, select') &&
    !target.closest('[role=menu], [role=tree], [role=listbox]')
  );
}
