import { Loading } from '#web/ui/loading.tsx';
import { usePreferences } from './preferences.ts';

/** The screen that waits for its data, with the animation that the user likes. */
export function LoadingScreen({ message }: { message: string }) {
  return <Loading message={message} animation={usePreferences().loadingAnimation} />;
}
