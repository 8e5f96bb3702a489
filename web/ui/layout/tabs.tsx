import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab<Value extends string> {
  value: Value;
  label: string;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
}

/** Makes the selected tab visible on phones, where not all tabs fit. Runs again when another tab is selected. */
function scrollTabIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Tabs of a page. Only the selected one is rendered, so that the others load when they are opened. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const select = (selected: string) => {
    const tab = tabs.find((each) => each.value === selected);
    if (tab) onChange(tab.value);
  };
  return (
    <Primitive.Root value={value} onValueChange={select} className="flex flex-col gap-5">
      <Primitive.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            ref={tab.value === value ? scrollTabIntoView : undefined}
            className="-mb-px h-control shrink-0 cursor-pointer rounded-t-md border-transparent border-b-2 px-3 text-ink-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="outline-offset-4">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
