import { clsx } from 'clsx';
import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { scrollTabIntoView, TAB_LIST_STYLES, tabStyles } from './tab-styles.ts';

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
  /** The content takes the height that is left, as in a reader. */
  fills?: boolean;
}

/** Tabs of a page. Only the selected one is rendered, so that the others load when they are opened. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  fills = false,
}: TabsProps<Value>) {
  const select = (selected: string) => {
    const tab = tabs.find((each) => each.value === selected);
    if (tab) onChange(tab.value);
  };
  return (
    <Primitive.Root
      value={value}
      onValueChange={select}
      className={clsx('flex flex-col', fills ? 'min-h-0 flex-1' : 'gap-5')}
    >
      <Primitive.List
        aria-label={label}
        className={clsx(TAB_LIST_STYLES, fills && 'shrink-0 bg-surface px-2')}
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            ref={tab.value === value ? scrollTabIntoView : undefined}
            className={tabStyles(
              'data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink',
            )}
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          className={clsx(
            fills
              ? 'flex min-h-0 flex-1 flex-col -outline-offset-2 data-[state=inactive]:hidden'
              : 'outline-offset-4',
          )}
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
