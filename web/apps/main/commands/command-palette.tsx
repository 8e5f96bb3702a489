import { Command as Primitive } from 'cmdk';
import FolderIcon from 'lucide-react/icons/folder';
import Zap from 'lucide-react/icons/zap';
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useFiles } from '#web/features/files/api.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { compareByName } from '#web/features/folders/folder-hierarchy.ts';
import { listCommands } from '#web/lib/commands/commands.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { KeyboardKey } from '#web/ui/display/keyboard-key.tsx';
import { DIALOG_STYLES, OVERLAY_STYLES } from '#web/ui/overlays/dialog-styles.ts';
import { useReturnFocus } from '#web/ui/overlays/return-focus.ts';
import { createNameMatcher } from './name-matcher.ts';

/** Of each kind; who wants another types more of its name. */
const MAX_RESULTS_PER_GROUP = 12;

/** Goes to any folder, file or page, and does what can be done on this one, by typing a part of its name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const chosen = useRef<(() => void) | null>(null);
  const choose = (run: () => void) => {
    chosen.current = run;
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_STYLES}>
          <Dialog.Content
            {...returnFocus}
            // Only now the focus is back where it was, and where a dialog that is opened next will find it.
            onCloseAutoFocus={(event) => {
              returnFocus.onCloseAutoFocus(event);
              chosen.current?.();
              chosen.current = null;
            }}
            aria-describedby={undefined}
            className={`${DIALOG_STYLES} max-w-xl overflow-hidden self-start md:mt-[10vh]`}
          >
            <Dialog.Title className="sr-only">Command palette</Dialog.Title>
            <CommandList onChoose={choose} />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CommandList({ onChoose }: { onChoose: (run: () => void) => void }) {
  const [query, setText] = useState('');
  const [, navigate] = useLocation();
  const [commands] = useState(listCommands);
  const { data: folders = [] } = useFolderTree();
  const { data: files = [] } = useFiles(undefined);
  const matches = createNameMatcher(query);
  const hasQuery = query.trim() !== '';
  const goTo = (path: string) => () => navigate(path);
  return (
    // What is typed is compared here: the library would draw every file of the room.
    <Primitive shouldFilter={false} label="Command palette" loop>
      <Primitive.Input
        value={query}
        onValueChange={setText}
        placeholder="Go to a folder, a file or a page, or do something"
        className="h-11 w-full border-line border-b bg-transparent px-4 text-base outline-none"
      />
      <Primitive.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1">
        <Primitive.Empty className="px-3 py-6 text-center text-ink-muted">Nothing found</Primitive.Empty>
        <Group heading="Actions">
          {commands
            .filter(({ label }) => matches(label))
            .map(({ label, key, run }) => (
              <Item key={label} id={label} icon={ACTION_ICON} onSelect={() => onChoose(run)}>
                <span className="flex-1 truncate">{label}</span>
                {key !== undefined && <KeyboardKey>{key}</KeyboardKey>}
              </Item>
            ))}
        </Group>
        {hasQuery && (
          <>
            <Group heading="Folders">
              {takeMatches(folders, matches).map(({ id, name }) => (
                <Item
                  key={id}
                  id={`folder-${id}`}
                  icon={FOLDER_ICON}
                  onSelect={() => onChoose(goTo(`/folder/${id}`))}
                >
                  <span className="truncate">{name}</span>
                </Item>
              ))}
            </Group>
            <Group heading="Files">
              {takeMatches(files, matches).map(({ id, name }) => (
                <Item
                  key={id}
                  id={`file-${id}`}
                  icon={<FileIcon name={name} />}
                  onSelect={() => onChoose(goTo(`/file/${id}`))}
                >
                  <span className="truncate">{name}</span>
                </Item>
              ))}
            </Group>
          </>
        )}
      </Primitive.List>
    </Primitive>
  );
}

const ACTION_ICON = <Zap size={16} className="shrink-0 text-ink-muted" />;
const FOLDER_ICON = <FolderIcon size={16} className="shrink-0 text-accent-ink" />;

function takeMatches<Named extends { name: string }>(
  all: readonly Named[],
  matches: (name: string) => boolean,
): Named[] {
  return all
    .filter(({ name }) => matches(name))
    .sort(compareByName)
    .slice(0, MAX_RESULTS_PER_GROUP);
}

function Group({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Primitive.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-ink-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Primitive.Group>
  );
}

interface ItemProps {
  id: string;
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

function Item({ id, icon, onSelect, children }: ItemProps) {
  return (
    <Primitive.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-control cursor-pointer select-none items-center gap-2 rounded-sm px-2 data-[selected=true]:bg-hover"
    >
      {icon}
      {children}
    </Primitive.Item>
  );
}
