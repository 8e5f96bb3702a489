import { useEffect } from 'react';
import { setColorScheme } from '#web/lib/browser/color-scheme.ts';
import { useStoredPreferences } from './preferences.ts';

/** Shows the colours that the user chose, once that is known; until then this browser's last ones hold. */
export function useApplyColorScheme(): void {
  const scheme = useStoredPreferences()?.colorScheme;
  useEffect(() => {
    if (scheme) setColorScheme(scheme);
  }, [scheme]);
}
