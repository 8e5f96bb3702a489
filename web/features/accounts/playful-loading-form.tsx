import Shuffle from 'lucide-react/icons/shuffle';
import {
  changePlayfulLoading,
  otherAnimation,
  PLAYFUL_ANIMATIONS,
  type PlayfulAnimation,
  turned,
  usePlayfulLoading,
} from '#web/lib/browser/playful-loading.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

const LABEL: Record<PlayfulAnimation, string> = {
  spinner: 'Spinner',
  file: 'File',
  folder: 'Folder',
  search: 'Search',
  dots: 'Dots',
  bounce: 'Bounce',
};

/** What moves while pages load, in this browser alone. */
export function PlayfulLoadingForm() {
  const loading = usePlayfulLoading();
  const animation = loading.animation ?? 'spinner';
  const choose = (chosen: PlayfulAnimation) => changePlayfulLoading({ isOn: true, animation: chosen });
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Playful loading animations"
        hint="Off, pages that load always show the spinner."
        checked={loading.isOn}
        onChange={({ target }) => changePlayfulLoading(turned(target.checked, loading))}
      />
      {loading.isOn && (
        <>
          <div className="flex items-end gap-2">
            <div className="flex-1">
              <Select
                label="Animation"
                value={animation}
                options={PLAYFUL_ANIMATIONS.map((value) => ({ value, label: LABEL[value] }))}
                onChange={({ target }) =>
                  choose(PLAYFUL_ANIMATIONS.find((each) => each === target.value) ?? 'spinner')
                }
              />
            </div>
            <Button icon={Shuffle} onClick={() => choose(otherAnimation(animation, Math.random()))}>
              Surprise me
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
