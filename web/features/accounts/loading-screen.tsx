import { usePlayfulLoading } from '#web/lib/browser/playful-loading.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { usePreferences } from './preferences.ts';

interface LoadingScreenProps {
  message: string;
  /** Uses the animation of the user's preferences even when playful loading is off, as on Home. */
  usesPreferredAnimation?: boolean;
}

/** Shows a full-page loading state with the animation chosen in this browser, else the one in the preferences. */
export function LoadingScreen({ message, usesPreferredAnimation = false }: LoadingScreenProps) {
  const preferred = usePreferences().loadingAnimation;
  const { isEnabled, animation } = usePlayfulLoading();
  const playful = isEnabled ? (animation ?? preferred) : 'spinner';
  return <Loading message={message} animation={usesPreferredAnimation ? preferred : playful} />;
}
