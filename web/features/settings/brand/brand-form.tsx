import Image from 'lucide-react/icons/image';
import { type ChangeEvent, useRef, useState } from 'react';
import type { Brand } from '#shared/contracts/start/brand.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { shrinkImage } from '#web/lib/browser/shrink-image.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { LogoImage } from '#web/ui/layout/logo.tsx';
import { usePublicSettings } from '../api.ts';
import { BRAND_FAILED, useSetBrand } from './brand-api.ts';
import { buildLogoUrl } from './logo-url.ts';

const FRAME = { width: 512, height: 256, isCropped: false };

/** Sets the name and the logo that stand in place of the product's. */
export function BrandForm() {
  const brand = usePublicSettings()?.brand;
  if (!brand) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col gap-4">
      <LogoField {...brand} />
      <NameField {...brand} />
    </div>
  );
}

function LogoField({ name, logo }: Brand) {
  const setBrand = useSetBrand();
  const input = useRef<HTMLInputElement>(null);
  const showFailure = (error: Error) => toastError(BRAND_FAILED, error);
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Lets the same file be chosen again after a failure.
    target.value = '';
    if (!file) return;
    try {
      setBrand.mutate({ name, logo: await shrinkImage(file, FRAME) }, { onError: showFailure });
    } catch (error) {
      if (error instanceof Error)
        toast({ title: BRAND_FAILED, description: error.message, variant: 'destructive' });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      {logo !== null && <LogoImage url={buildLogoUrl(logo)} className="h-16 max-w-48 border border-line" />}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label="Logo"
        onChange={(event) => void upload(event)}
        hidden
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={Image} busy={setBrand.isPending} onClick={() => input.current?.click()}>
          {logo === null ? 'Add Logo' : 'Change Logo'}
        </Button>
        {logo !== null && (
          <Button
            variant="ghost"
            onClick={() => setBrand.mutate({ name, logo: null }, { onError: showFailure })}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

function NameField({ name }: Brand) {
  const setBrand = useSetBrand();
  const [typed, setTyped] = useState(name ?? '');
  const wanted = typed.trim() || null;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setBrand.mutate({ name: wanted }, { onError: (error) => toastError(BRAND_FAILED, error) });
      }}
    >
      <TextField
        label="Name"
        hint="Leave blank for Muniment."
        maxLength={60}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={setBrand.isPending}
        disabled={wanted === name}
      >
        Save Name
      </Button>
    </form>
  );
}
