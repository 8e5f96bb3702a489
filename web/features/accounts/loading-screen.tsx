import { usePlayfulLoading } from '#web/lib/browser/playful-loading.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { usePreferences } from './preferences.ts';

interface LoadingScreenProps {
  message: string;
  /** Always with the animation of the user's preferences, as on Home. */
  usesPreferredAnimation?: boolean;
}

/** The screen that waits for its data, with the animation that was chosen in this browser, else in the preferences. */
export function LoadingScreen({ message, usesPreferredAnimation = false }: LoadingScreenProps) {
  const preferred = usePreferences().loadingAnimation;
  const { isEnabled, animation } = usePlayfulLoading();
  const playful = isEnabled ? (animation ?? preferred) : 'spinner';
  return <Loading message={message} animation={usesPreferredAnimation ? preferred : playful} />;
}
