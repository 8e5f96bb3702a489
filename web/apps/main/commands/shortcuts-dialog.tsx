import { Fragment, useState } from 'react';
import { listCommands } from '#web/lib/commands/commands.ts';
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
  { keys: ['F8'], label: 'Go to the messages in the corner' },
  { keys: ['Esc'], label: 'Close what was opened last' },
];

const LIST_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['↑', '↓'], label: 'Next or last row' },
  { keys: ['Enter'], label: 'Open' },
  { keys: ['Space'], label: 'Preview, or select while selecting' },
  { keys: [MODIFIER_KEY, 'Space'], label: 'Select' },
  { keys: ['Shift', '↑ ↓'], label: 'Select up to here' },
  { keys: [MODIFIER_KEY, 'A'], label: 'Select all' },
];

/** All keys that do something on the page at hand. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeyShortcutsEnabled);
  // As they were when the sheet was opened.
  const [commands] = useState(listCommands);
  const pageShortcuts = commands.flatMap(({ key, label }) =>
    key === undefined ? [] : [{ keys: [key], label }],
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="flex flex-col gap-5">
        <Switch
          label="Single keys"
          hint="Off, no key does anything without Ctrl or ⌘ held."
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeyShortcutsEnabled(target.checked);
            setOn(target.checked);
          }}
        />
        <ShortcutSection title="Everywhere" lines={GLOBAL_SHORTCUTS} />
        {isOn && <ShortcutSection title="On this page" lines={pageShortcuts} />}
        <ShortcutSection title="In lists of files" lines={LIST_SHORTCUTS} />
      </div>
    </Dialog>
  );
}

function ShortcutSection({ title, lines }: { title: string; lines: readonly Shortcut[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {lines.map(({ keys, label }) => (
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
