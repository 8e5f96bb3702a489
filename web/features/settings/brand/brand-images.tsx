import Image from 'lucide-react/icons/image';
import { type ChangeEvent, useRef } from 'react';
import type { Brand, BrandImageKind } from '#shared/contracts/start/brand.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { type BrandOwner, useBrandChanges } from './brand-api.ts';

interface BrandImagesProps {
  owner: BrandOwner;
  brand: Brand;
  isReadOnly: boolean;
}

/** Sets the logos and the icon of a brand. */
export function BrandImages({ owner, brand: { logoUrls, iconUrl }, isReadOnly }: BrandImagesProps) {
  const shared = { owner, isReadOnly };
  return (
    <div className="flex flex-col gap-4">
      <ImageField {...shared} kind="logo-light" label="Logo" url={logoUrls.light} ground="bg-paper" />
      <ImageField
        {...shared}
        kind="logo-dark"
        label="Logo on dark"
        url={logoUrls.dark}
        ground="bg-[#1b1b1b]"
      />
      <ImageField {...shared} kind="icon" label="Icon" url={iconUrl} ground="bg-paper" />
    </div>
  );
}

interface ImageFieldProps {
  owner: BrandOwner;
  isReadOnly: boolean;
  kind: BrandImageKind;
  label: string;
  url: string | null;
  ground: string;
}

function ImageField({ owner, isReadOnly, kind, label, url, ground }: ImageFieldProps) {
  const { upload, remove } = useBrandChanges(owner);
  const input = useRef<HTMLInputElement>(null);
  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // Lets the same file be chosen again after a failure.
    target.value = '';
    if (file) upload.mutate({ kind, file });
  }
  if (isReadOnly && url === null) return null;
  return (
    <fieldset aria-label={label} className="flex flex-wrap items-center gap-4">
      <span className="w-24 font-medium">{label}</span>
      {url !== null && (
        <img
          src={url}
          alt=""
          className={`h-12 max-w-48 rounded-sm border border-line object-contain p-1 ${ground}`}
        />
      )}
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-label={`File of ${label}`}
            onChange={onChange}
            hidden
          />
          <Button
            icon={Image}
            busy={upload.isPending}
            aria-label={`${url === null ? 'Add' : 'Change'} ${label}`}
            onClick={() => input.current?.click()}
          >
            {url === null ? 'Add' : 'Change'}
          </Button>
          {url !== null && (
            <Button
              variant="ghost"
              aria-label={`Remove ${label}`}
              busy={remove.isPending}
              onClick={() => remove.mutate(kind)}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}
