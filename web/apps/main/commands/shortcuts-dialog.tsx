import { Fragment, useState } from 'react';
import { listCommands } from '#web/lib/commands/commands.ts';
import { hasSingleKeys, setSingleKeys } from '#web/lib/commands/single-key-shortcuts.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Key } from '#web/ui/display/keyboard-key.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

const CONTROL = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

interface Line {
  keys: readonly string[];
  label: string;
}

const EVERYWHERE: readonly Line[] = [
  { keys: [CONTROL, 'K'], label: 'Command palette' },
  { keys: ['F8'], label: 'Go to the messages in the corner' },
  { keys: ['Esc'], label: 'Close what was opened last' },
];

const IN_LISTS: readonly Line[] = [
  { keys: ['↑', '↓'], label: 'Next or last row' },
  { keys: ['Enter'], label: 'Open' },
  { keys: ['Space'], label: 'Preview, or select while selecting' },
  { keys: [CONTROL, 'Space'], label: 'Select' },
  { keys: ['Shift', '↑ ↓'], label: 'Select up to here' },
  { keys: [CONTROL, 'A'], label: 'Select all' },
];

/** All keys that do something on the page at hand. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys);
  // As they were when the sheet was opened.
  const [commands] = useState(listCommands);
  const single = commands.flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: [key], label }]));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="flex flex-col gap-5">
        <Switch
          label="Single keys"
          hint="Off, no key does anything without Ctrl or ⌘ held."
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setOn(target.checked);
          }}
        />
        <Lines title="Everywhere" lines={EVERYWHERE} />
        {isOn && <Lines title="On this page" lines={single} />}
        <Lines title="In lists of files" lines={IN_LISTS} />
      </div>
    </Dialog>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {lines.map(({ keys, label }) => (
          <Fragment key={label}>
            <dt className="text-ink-muted">{label}</dt>
            <dd className="flex justify-end gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
