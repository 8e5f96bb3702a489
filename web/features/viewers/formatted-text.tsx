import { type ReactNode, useState } from 'react';
import { Tabs } from '#web/ui/layout/tabs.tsx';

interface FormattedTextTabsProps {
  formatted: ReactNode;
  plain: ReactNode;
  startsPlain: boolean;
}

/** A text that means more than its letters, in both forms. */
export function FormattedTextTabs({ formatted, plain, startsPlain }: FormattedTextTabsProps) {
  const [form, setForm] = useState<'formatted' | 'plain'>(startsPlain ? 'plain' : 'formatted');
  return (
    <Tabs
      label="Show as"
      value={form}
      onChange={setForm}
      tabs={[
        { value: 'formatted', label: 'Formatted', content: formatted },
        { value: 'plain', label: 'Plain Text', content: plain },
      ]}
    />
  );
}
