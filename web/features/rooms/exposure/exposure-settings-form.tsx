import type { FormEvent } from 'react';
import type { ExposureSettings } from '#shared/contracts/rooms/exposure-settings.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ChangedMeanwhile } from '#web/lib/forms/edits.ts';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { RestoredNotice } from '#web/ui/forms/restored-notice.tsx';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { useExposureSettings, useSaveExposureSettings } from './exposure-api.ts';
import { textsOf } from './exposure-texts.ts';

interface ExposureSettingsFormProps {
  roomId: number;
  mayManage: boolean;
}

/** The names and questions of all checks of the room. */
export function ExposureSettingsForm(props: ExposureSettingsFormProps) {
  const { data, error, refetch } = useExposureSettings(props.roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Card className="p-4">
        <FormSkeleton fields={2} />
      </Card>
    );
  return <SettingsForm {...props} saved={data} />;
}

function SettingsForm({ roomId, mayManage, saved }: ExposureSettingsFormProps & { saved: ExposureSettings }) {
  const { values, edits, changed, set, reset, rebase, kept } = useEdits(textsOf(saved));
  const wasRestored = useKeptInput({ form: 'exposure-settings', ...kept });
  const save = useSaveExposureSettings(roomId);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(edits, {
      onSuccess: reset,
      onError: (error) => error instanceof ChangedMeanwhile && rebase(error.stored),
    });
  };
  return (
    <Card className="p-4">
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <h2 className="font-semibold text-base">Names and questions of this room</h2>
        {wasRestored && Object.keys(changed).length > 0 && <RestoredNotice />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Lines
            label="Names that must not appear"
            hint="One per line: the project’s real name, other bidders, employees"
            value={values.names}
            onChange={(text) => set('names', text)}
            readOnly={!mayManage}
          />
          <Lines
            label="Test questions"
            hint="One per line, asked as the group: salaries, pending litigation"
            value={values.questions}
            onChange={(text) => set('questions', text)}
            readOnly={!mayManage}
          />
        </div>
        {mayManage && (
          <Button type="submit" className="self-start" busy={save.isPending}>
            Save
          </Button>
        )}
      </form>
    </Card>
  );
}

interface LinesProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
}

function Lines({ label, hint, value, onChange, readOnly }: LinesProps) {
  return (
    <Field name={undefined} label={label} hint={hint}>
      {(attributes) => (
        <textarea
          {...attributes}
          readOnly={readOnly}
          rows={5}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-full rounded-md border border-line-strong bg-surface px-2.5 py-2 text-ink outline-offset-0"
        />
      )}
    </Field>
  );
}
