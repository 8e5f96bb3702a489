import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab<Value extends string> {
  value: Value;
  label: string;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** What the tabs choose between, read out before them. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
}

/** On phones not all tabs fit, and the chosen one may be named by the address alone. Called anew when another is chosen. */
function scrollTabIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Parts of a page of which one is shown. Only that one is drawn, so that the others load when they are asked for. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((each) => each.value === chosen);
    if (tab) onChange(tab.value);
  };
  return (
    <Primitive.Root value={value} onValueChange={choose} className="flex flex-col gap-5">
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
