import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { TextField } from './text-field.tsx';

/** A password input with a button that reveals it. Set `autoComplete` to 'current-password' or 'new-password'. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const [isVisible, setVisible] = useState(false);
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={isVisible ? EyeOff : Eye}
          label={isVisible ? 'Hide password' : 'Show password'}
          size="small"
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  );
}
