import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import {
  MAX_SCORE_WEIGHT,
  SCORE_COMPONENT_NAMES,
  SCORE_COMPONENTS,
  type ScoreWeights,
} from '#shared/domain/rooms/interest-score.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { listTimeZones } from '#web/lib/forms/time-zones.ts';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useSetRules } from '../settings/settings-api.ts';

/** Lets managers hide persons and weigh the score of the analytics of a room. */
export function AnalyticsSettingsForm({ room }: { room: RoomWithSettings }) {
  const { hidePersons, showGroupsTheirOwn, recordSearchWords, timeZone, weights } = room.settings.analytics;
  const change = useSetRules(room.id);
  const busy = change.isPending;
  const isDisabled = room.staffRole !== 'manager' || isReadOnlyState(room.state);
  return (
    <Card className="flex flex-col gap-5 p-5">
      <Switch
        label="Hide persons"
        hint="Analytics, activity, exports and alerts of this room name no person who reads in it; groups remain."
        checked={hidePersons}
        disabled={isDisabled}
        busy={busy}
        onChange={({ target }) => change.mutate({ analytics: { hidePersons: target.checked } })}
      />
      <Switch
        label="Groups see their own"
        hint="Members see the visits, time and downloads of their own group on Home, without persons and never of another group."
        checked={showGroupsTheirOwn}
        disabled={isDisabled}
        busy={busy}
        onChange={({ target }) => change.mutate({ analytics: { showGroupsTheirOwn: target.checked } })}
      />
      <Switch
        label="Show the words of searches"
        hint="Managers see what readers search for, from when this is switched on. Otherwise searches are only counted."
        checked={recordSearchWords}
        disabled={isDisabled}
        busy={busy}
        onChange={({ target }) => change.mutate({ analytics: { recordSearchWords: target.checked } })}
      />
      <div className="sm:w-72">
        <Select
          label="Time zone"
          options={listTimeZones(timeZone)}
          value={timeZone}
          disabled={isDisabled}
          busy={busy}
          onChange={({ target }) => change.mutate({ analytics: { timeZone: target.value } })}
        />
      </div>
      <WeightsForm key={room.id} {...{ weights, change, isDisabled }} />
    </Card>
  );
}

interface WeightsFormProps {
  weights: ScoreWeights;
  change: ReturnType<typeof useSetRules>;
  isDisabled: boolean;
}

const textsOf = (weights: ScoreWeights) =>
  Object.fromEntries(SCORE_COMPONENT_NAMES.map((name) => [name, String(weights[name])])) as Record<
    keyof ScoreWeights,
    string
  >; // The keys of the constant.

/** Sends only the weights that were edited, so that it undoes no change of another manager. */
function WeightsForm({ weights, change, isDisabled }: WeightsFormProps) {
  const { values: texts, set, reset } = useEdits(textsOf(weights));
  const edited = SCORE_COMPONENT_NAMES.filter(
    (name) => texts[name] === '' || Number(texts[name]) !== weights[name],
  );
  function onSubmit() {
    const entries = edited.map((name) => [name, Number(texts[name])]);
    change.mutate({ analytics: { weights: Object.fromEntries(entries) } }, { onSuccess: reset });
  }
  return (
    <CheckedForm onSubmit={onSubmit} className="flex flex-col gap-3">
      <div>
        <h2 className="font-medium">Weights of the interest score</h2>
        <p className="text-ink-muted text-xs">From 0 to {MAX_SCORE_WEIGHT}; 0 switches a component off.</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {SCORE_COMPONENT_NAMES.map((name) => (
          <TextField
            key={name}
            label={name.charAt(0).toUpperCase() + name.slice(1)}
            hint={SCORE_COMPONENTS[name]}
            name={name}
            type="number"
            min={0}
            max={MAX_SCORE_WEIGHT}
            step="any"
            required
            value={texts[name]}
            readOnly={isDisabled}
            onChange={({ target }) => set(name, target.value)}
          />
        ))}
      </div>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={change.isPending}
        disabled={isDisabled || edited.length === 0}
      >
        Save Weights
      </Button>
    </CheckedForm>
  );
}
