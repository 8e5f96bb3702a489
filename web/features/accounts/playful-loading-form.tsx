import Shuffle from 'lucide-react/icons/shuffle';
import {
  PLAYFUL_ANIMATIONS,
  type PlayfulAnimation,
  pickOtherAnimation,
  setPlayfulLoading,
  usePlayfulLoading,
  withEnabled,
} from '#web/lib/browser/playful-loading.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

const ANIMATION_LABELS: Record<PlayfulAnimation, string> = {
  spinner: 'Spinner',
  file: 'File',
  folder: 'Folder',
  search: 'Search',
  dots: 'Dots',
  bounce: 'Bounce',
};

/** Edits the loading animation of this browser. Nothing is stored on the server. */
export function PlayfulLoadingForm() {
  const loading = usePlayfulLoading();
  const animation = loading.animation ?? 'spinner';
  const selectAnimation = (chosen: PlayfulAnimation) =>
    setPlayfulLoading({ isEnabled: true, animation: chosen });
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Playful loading animations"
        hint="When off, loading pages always show the spinner."
        checked={loading.isEnabled}
        onChange={({ target }) => setPlayfulLoading(withEnabled(target.checked, loading))}
      />
      {loading.isEnabled && (
        <>
          <div className="flex items-end gap-2">
            <div className="flex-1">
              <Select
                label="Animation"
                value={animation}
                options={PLAYFUL_ANIMATIONS.map((value) => ({ value, label: ANIMATION_LABELS[value] }))}
                onChange={({ target }) =>
                  selectAnimation(PLAYFUL_ANIMATIONS.find((each) => each === target.value) ?? 'spinner')
                }
              />
            </div>
            <Button
              icon={Shuffle}
              onClick={() => selectAnimation(pickOtherAnimation(animation, Math.random()))}
            >
              Surprise Me
            </Button>
          </div>
          <div aria-hidden="true">
            <Loading message="Loading" animation={animation} />
          </div>
        </>
      )}
    </div>
  );
}
