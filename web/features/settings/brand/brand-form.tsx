import type { Brand } from '#shared/contracts/start/brand.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { RestoredNotice } from '#web/ui/forms/restored-notice.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import type { ShownBrand } from '#web/ui/layout/brand-context.ts';
import { type BrandOwner, type BrandValues, useBrandChanges, useOwnBrand } from './brand-api.ts';
import { BrandImages } from './brand-images.tsx';
import { BrandPreview } from './brand-preview.tsx';

const MAX_TEXT_LENGTH = 500;

interface BrandFormProps {
  owner: BrandOwner;
  /** Shown where nothing is set. */
  fallback: ShownBrand;
  isReadOnly?: boolean;
}

/** Sets what stands in place of the product's name, mark and color, for the installation or a room. */
export function BrandForm({ owner, fallback, isReadOnly = false }: BrandFormProps) {
  const { data: brand, error, refetch } = useOwnBrand(owner);
  if (error && !brand) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!brand) return <FormSkeleton />;
  return (
    <div className="flex flex-col gap-5">
      <BrandImages {...{ owner, brand, isReadOnly }} />
      <ValuesForm {...{ owner, brand, fallback, isReadOnly }} />
    </div>
  );
}

const textOf = (value: string | null): string => value ?? '';
const valueIn = (text: string): string | null => text.trim() || null;

const SENDER_HINTS = {
  installation: 'The name that emails are sent in. Leave blank for the one of the mail server.',
  room: 'The name that emails about this room are sent in. Leave blank for the one of the installation.',
} as const;
const MESSAGES = { accentColor: 'Enter a color such as #203c74' };

function ValuesForm({ owner, brand, fallback, isReadOnly }: Required<BrandFormProps> & { brand: Brand }) {
  const { save } = useBrandChanges(owner);
  const { values, changes, field, reset, kept } = useBrandValues(brand, isReadOnly);
  const wasRestored = useKeptInput({ form: 'brand', ...kept });
  return (
    <CheckedForm
      onSubmit={() => save.mutate(changes, { onSuccess: reset })}
      messages={MESSAGES}
      className="flex flex-col gap-4"
    >
      {wasRestored && Object.keys(changes).length > 0 && <RestoredNotice />}
      <TextField
        label="Name"
        hint={`Leave blank for ${fallback.name ?? 'Muniment'}.`}
        maxLength={60}
        {...field('name')}
      />
      <TextField
        label="Accent color"
        hint="Such as #203c74. White text must be readable on it."
        maxLength={7}
        name="accentColor"
        pattern="#[0-9A-Fa-f]{6}"
        {...field('accentColor')}
      />
      <TextArea
        label="Welcome text"
        hint="Shown to visitors when they arrive."
        maxLength={MAX_TEXT_LENGTH}
        {...field('welcomeText')}
      />
      <TextField
        label="Sender name"
        hint={owner === null ? SENDER_HINTS.installation : SENDER_HINTS.room}
        maxLength={100}
        {...field('senderName')}
      />
      <TextArea
        label="Footer"
        hint="For example, the addresses of your legal notice and privacy policy. Shown as text."
        maxLength={MAX_TEXT_LENGTH}
        {...field('footer')}
      />
      <BrandPreview brand={merge(brand, values, fallback)} />
      {!isReadOnly && (
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={save.isPending}
          disabled={Object.keys(changes).length === 0}
        >
          Save Brand
        </Button>
      )}
    </CheckedForm>
  );
}

/** Holds what is edited, also while images are uploaded, and returns it as values of a brand and for the fields of the form. */
function useBrandValues(brand: Brand, isReadOnly: boolean) {
  const {
    values: typed,
    set,
    reset,
    kept,
  } = useEdits({
    name: textOf(brand.name),
    accentColor: textOf(brand.accentColor),
    welcomeText: textOf(brand.welcomeText),
    footer: textOf(brand.footer),
    senderName: textOf(brand.senderName),
  });
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    readOnly: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  });
  const values = {
    name: valueIn(typed.name),
    accentColor: valueIn(typed.accentColor)?.toLowerCase() ?? null,
    welcomeText: valueIn(typed.welcomeText),
    footer: valueIn(typed.footer),
    senderName: valueIn(typed.senderName),
  };
  // Saved alone: another administrator may have changed the other values since.
  const changes: BrandValues = Object.fromEntries(
    Object.entries(values).filter(([key, value]) => brand[key as keyof typeof values] !== value), // keys of the object above
  );
  return { values, changes, field, reset, kept };
}

/** The brand as it would be shown once saved. */
function merge(
  { logoUrls, iconUrl }: Brand,
  values: Omit<ShownBrand, 'logoUrls' | 'iconUrl'>,
  fallback: ShownBrand,
): ShownBrand {
  const hasLogo = logoUrls.light !== null || logoUrls.dark !== null;
  return {
    name: values.name ?? fallback.name,
    accentColor: values.accentColor ?? fallback.accentColor,
    welcomeText: values.welcomeText ?? fallback.welcomeText,
    footer: values.footer ?? fallback.footer,
    logoUrls: hasLogo ? logoUrls : fallback.logoUrls,
    iconUrl: iconUrl ?? fallback.iconUrl,
  };
}
