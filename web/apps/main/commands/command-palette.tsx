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

/** Results shown per group. */
const MAX_RESULTS_PER_GROUP = 12;

/** A dialog that finds folders, files and the page's commands by name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const selectedAction = useRef<(() => void) | null>(null);
  const select = (run: () => void) => {
    selectedAction.current = run;
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_STYLES}>
          <Dialog.Content
            {...returnFocus}
            // Runs the action after the focus has returned, so that a dialog opened by it returns the focus there too.
            onCloseAutoFocus={(event) => {
              returnFocus.onCloseAutoFocus(event);
              selectedAction.current?.();
              selectedAction.current = null;
            }}
            aria-describedby={undefined}
            className={`${DIALOG_STYLES} max-w-xl overflow-hidden self-start md:mt-[10vh]`}
          >
            <Dialog.Title className="sr-only">Command palette</Dialog.Title>
            <CommandList onSelect={select} />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CommandList({ onSelect }: { onSelect: (run: () => void) => void }) {
  const [query, setQuery] = useState('');
  const [, navigate] = useLocation();
  const [commands] = useState(listCommands);
  const tree = useFolderTree();
  const list = useFiles(undefined);
  const { data: folders = [] } = tree;
  const { data: files = [] } = list;
  const matches = createNameMatcher(query);
  const hasQuery = query.trim() !== '';
  const goTo = (path: string) => () => navigate(path);
  return (
    // Filters here, since the library would render an item for every file.
    <Primitive shouldFilter={false} label="Command palette" loop>
      <Primitive.Input
        value={query}
        onValueChange={setQuery}
        placeholder="Search folders, files, pages and actions"
        className="h-11 w-full border-line border-b bg-transparent px-4 text-base outline-none"
      />
      <Primitive.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1">
        <Primitive.Empty className="px-3 py-6 text-center text-ink-muted">
          {describeNothing([tree, list])}
        </Primitive.Empty>
        <Group heading="Actions">
          {commands
            .filter(({ label }) => matches(label))
            .map(({ label, key, run }) => (
              <Item key={label} id={label} icon={ACTION_ICON} onSelect={() => onSelect(run)}>
                <span className="flex-1 truncate">{label}</span>
                {key !== undefined && <KeyboardKey>{key}</KeyboardKey>}
              </Item>
            ))}
        </Group>
        {hasQuery && (
          <>
            <NamedItems
              heading="Folders"
              entries={takeMatches(folders, matches)}
              renderIcon={() => FOLDER_ICON}
              onSelect={({ id }) => onSelect(goTo(`/folder/${id}`))}
            />
            <NamedItems
              heading="Files"
              entries={takeMatches(files, matches)}
              renderIcon={({ name }) => <FileIcon name={name} />}
              onSelect={({ id }) => onSelect(goTo(`/file/${id}`))}
            />
          </>
        )}
      </Primitive.List>
    </Primitive>
  );
}

const ACTION_ICON = <Zap size={16} className="shrink-0 text-ink-muted" />;
const FOLDER_ICON = <FolderIcon size={16} className="shrink-0 text-accent-ink" />;

/** Says why nothing is listed: before all is loaded, or when it could not be, a match may be missing. */
function describeNothing(sources: readonly { isPending: boolean; isLoadingError: boolean }[]): string {
  if (sources.some(({ isLoadingError }) => isLoadingError))
    return 'Folders and files could not be loaded. Reload the page.';
  return sources.some(({ isPending }) => isPending) ? 'Loading…' : 'No results';
}

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

interface Entry {
  id: number;
  name: string;
}

interface NamedItemsProps {
  heading: string;
  entries: readonly Entry[];
  renderIcon: (entry: Entry) => ReactNode;
  onSelect: (entry: Entry) => void;
}

/** A group of folders or files; the heading makes their ids unique in the list. */
function NamedItems({ heading, entries, renderIcon, onSelect }: NamedItemsProps) {
  return (
    <Group heading={heading}>
      {entries.map((entry) => (
        <Item
          key={entry.id}
          id={`${heading}-${entry.id}`}
          icon={renderIcon(entry)}
          onSelect={() => onSelect(entry)}
        >
          <span className="truncate">{entry.name}</span>
        </Item>
      ))}
    </Group>
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
