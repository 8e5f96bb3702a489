import type { ComponentProps } from 'react';
import { TextField } from '#web/ui/forms/text-field.tsx';

/** Disables capitalization and spell checking, which would alter the username on phones. */
export function UsernameField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}
