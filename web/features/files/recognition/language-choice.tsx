import { ocrLanguageName } from '#shared/domain/ocr/ocr-language-name.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { useOcrLanguages } from './recognition-api.ts';

interface LanguageChoiceProps {
  legend: string;
  hint: string;
  /** Codes; empty to detect the language. */
  chosen: readonly string[];
  disabled?: boolean;
  /** The last change is being saved. */
  busy?: boolean;
  onChange: (chosen: string[]) => void;
}

/** Check boxes for the languages of scans; none is checked while they are detected. */
export function LanguageChoice(props: LanguageChoiceProps) {
  const { legend, hint, chosen, disabled = false, busy = false, onChange } = props;
  const { data, error, refetch } = useOcrLanguages();
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16" />;
  // One that was removed since stays visible, so that it can be taken away.
  const codes = [...new Set([...data.languages, ...chosen])].toSorted();
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      <p className="text-ink-muted text-xs">{hint}</p>
      <div className="mt-1 flex flex-wrap gap-x-5">
        {codes.map((code) => (
          <Checkbox
            key={code}
            label={ocrLanguageName(code)}
            checked={chosen.includes(code)}
            busy={busy}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
