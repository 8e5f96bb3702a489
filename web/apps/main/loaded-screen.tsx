import { type ComponentType, useEffect, useReducer, useState } from 'react';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';

/** A component whose code is fetched when it is first shown, or before by `load`. */
interface LoadedScreen<Props> {
  readonly Screen: ComponentType<Props>;
  /** Fetches the code, unless it is there. After an error, showing the screen fetches it again. */
  readonly load: () => Promise<void>;
}

/**
 * Creates a screen that is shown as soon as its code is there. React's `lazy` would show it 300 ms after the loading screen at
 * the earliest, while the code comes from the cache in a fraction of that.
 */
export function createLoadedScreen<Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): LoadedScreen<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  const load = (): Promise<void> => {
    loading ??= fetchCode().then(
      (code) => {
        Loaded = code.default;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  function Screen(props: Props) {
    const [failure, setFailure] = useState<Error>();
    const [, renderAgain] = useReducer((times: number) => times + 1, 0);
    useState(() => void load().catch(() => undefined));
    const isLoaded = Loaded !== undefined;
    useEffect(() => {
      if (isLoaded) return;
      let isShown = true;
      load().then(
        () => isShown && renderAgain(),
        (error: unknown) =>
          isShown && setFailure(new Error('A screen could not be loaded', { cause: error })),
      );
      return () => {
        isShown = false;
      };
    }, [isLoaded]);
    if (failure) throw failure;
    return Loaded ? <Loaded {...props} /> : <LoadingScreen message="Loading" />;
  }

  return { Screen, load };
}
