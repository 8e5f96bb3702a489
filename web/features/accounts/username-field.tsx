import type { ComponentProps } from 'react';
import { TextField } from '#web/ui/forms/text-field.tsx';

/** A name to sign in with: no phone shall capitalize or correct it. */
export function UsernameField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}
