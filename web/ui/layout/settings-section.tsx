import { type ReactNode, useId } from 'react';
import { Card } from './card.tsx';

interface SettingsSectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** Shows a settings group: its title and description beside its controls. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <Card
      aria-labelledby={headingId}
      className="grid grid-cols-1 gap-x-8 gap-y-4 p-5 md:grid-cols-[16rem_minmax(0,28rem)]"
    >
      <div>
        <h2 id={headingId} className="font-semibold text-base">
          {title}
        </h2>
        <p className="text-pretty text-ink-muted">{description}</p>
      </div>
      <div>{children}</div>
    </Card>
  );
}
