import { ocrLanguageName } from '#shared/domain/ocr/ocr-language-name.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { useOcrLanguages } from './recognition-api.ts';

interface LanguageChoiceProps {
  legend: string;
  hint: string;
  /** Codes; empty to detect the language. */
  chosen: readonly string[];
  disabled?: boolean;
  onChange: (chosen: string[]) => void;
}

/** Check boxes for the languages of scans; none is checked while they are detected. */
export function LanguageChoice({ legend, hint, chosen, disabled = false, onChange }: LanguageChoiceProps) {
  const { data } = useOcrLanguages();
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
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
