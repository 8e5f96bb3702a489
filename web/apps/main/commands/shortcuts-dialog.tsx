import { Fragment, useState } from 'react';
import { type Command, listGlobalCommands, listPageCommands } from '#web/lib/commands/commands.ts';
import {
  areSingleKeyShortcutsEnabled,
  setSingleKeyShortcutsEnabled,
} from '#web/lib/commands/single-key-shortcuts.ts';
import { KeyboardKey } from '#web/ui/display/keyboard-key.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

const MODIFIER_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

interface Shortcut {
  keys: readonly string[];
  label: string;
}

const GLOBAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: [MODIFIER_KEY, 'K'], label: 'Command palette' },
  { keys: ['F8'], label: 'Focus notifications' },
  { keys: ['Esc'], label: 'Close the topmost dialog or menu' },
];

const LIST_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['↑', '↓'], label: 'Next or previous row' },
  { keys: ['Enter'], label: 'Open' },
  { keys: ['Space'], label: 'Preview, or select in selection mode' },
  { keys: [MODIFIER_KEY, 'Space'], label: 'Select' },
  { keys: ['Shift', '↑ ↓'], label: 'Extend selection' },
  { keys: [MODIFIER_KEY, 'A'], label: 'Select all' },
];

const listSingleKeys = (commands: readonly Command[]): Shortcut[] =>
  commands.flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: [key], label }]));

/** A list of the keyboard shortcuts of the current page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isEnabled, setEnabled] = useState(areSingleKeyShortcutsEnabled);
  // The commands at the time when the dialog opened.
  const [pageShortcuts] = useState(() => listSingleKeys(listPageCommands()));
  const [globalShortcuts] = useState(() => listSingleKeys(listGlobalCommands()));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard Shortcuts">
      <div className="flex flex-col gap-5">
        <Switch
          label="Single-key shortcuts"
          hint="When off, every shortcut needs Ctrl or ⌘."
          checked={isEnabled}
          onChange={({ target }) => {
            setSingleKeyShortcutsEnabled(target.checked);
            setEnabled(target.checked);
          }}
        />
        <ShortcutSection
          title="Everywhere"
          shortcuts={[...GLOBAL_SHORTCUTS, ...(isEnabled ? globalShortcuts : [])]}
        />
        {isEnabled && pageShortcuts.length > 0 && (
          <ShortcutSection title="On this page" shortcuts={pageShortcuts} />
        )}
        <ShortcutSection title="In lists of files" shortcuts={LIST_SHORTCUTS} />
      </div>
    </Dialog>
  );
}

function ShortcutSection({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {shortcuts.map(({ keys, label }) => (
          <Fragment key={label}>
            <dt className="text-ink-muted">{label}</dt>
            <dd className="flex justify-end gap-1">
              {keys.map((key) => (
                <KeyboardKey key={key}>{key}</KeyboardKey>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
