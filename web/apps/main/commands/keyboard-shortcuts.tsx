import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { type Command, findCommand, useCommands } from '#web/lib/commands/commands.ts';
import { areSingleKeyShortcutsEnabled } from '#web/lib/commands/single-key-shortcuts.ts';

const COLOR_SCHEME_COMMANDS = [
  { scheme: 'light', label: 'Light colours' },
  { scheme: 'dark', label: 'Dark colours' },
  { scheme: 'system', label: 'Colours as the system' },
] as const;

/** What can be done on every page. */
function useGlobalCommands(): Command[] {
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

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** What the keyboard does wherever one is in the room. */
export function KeyboardShortcuts() {
  const [openDialog, setShown] = useState<'palette' | 'sheet' | null>(null);
  useCommands([
    ...useGlobalCommands(),
    { label: 'Keyboard shortcuts', key: '?', run: () => setShown('sheet') },
  ]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Also while the script of what is shown is still on its way, when somebody types into it already.
      if (event.defaultPrevented || openDialog || isMainInert()) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        setShown('palette');
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
      {openDialog === 'palette' && <CommandPalette onClose={() => setShown(null)} />}
      {openDialog === 'sheet' && <ShortcutsDialog onClose={() => setShown(null)} />}
    </Suspense>
  );
}

/** A modal dialog hides the page behind it, where nothing may happen then. */
function isMainInert(): boolean {
  return document.querySelector('main')?.closest('[aria-hidden="true"], [inert]') !== null;
}

const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';

/** Shift is free: many keyboards have '?' and '/' above other characters. Menus and trees look for names by letters. */
function isSingleKeyShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  if (!(target instanceof HTMLElement)) return true;
  return (
    !target.isContentEditable &&
    !target.matches('input:not([type=checkbox], [type=radio]), textarea, select') &&
    !target.closest('[role=menu], [role=tree], [role=listbox]')
  );
}
