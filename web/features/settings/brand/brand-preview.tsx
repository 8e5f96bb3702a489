import { useId } from 'react';
import { contrastWithWhite, MIN_TEXT_CONTRAST } from '#shared/domain/brand/accent-color.ts';
import { BrandContext, type ShownBrand } from '#web/ui/layout/brand-context.ts';
import { Logo } from '#web/ui/layout/logo.tsx';

const isColor = (text: string | null): text is string => text !== null && /^#[\da-f]{6}$/.test(text);

/** Shows how a brand looks to visitors, before it is saved. */
export function BrandPreview({ brand }: { brand: ShownBrand }) {
  const id = useId();
  const color = isColor(brand.accentColor) ? brand.accentColor : null;
  const isReadable = color === null || contrastWithWhite(color) >= MIN_TEXT_CONTRAST;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-medium">
        Preview
      </h3>
      <div className="flex flex-col gap-3 rounded-md border border-line bg-canvas p-4">
        <BrandContext value={brand}>
          <Logo />
        </BrandContext>
        {brand.welcomeText !== null && (
          <p className="whitespace-pre-line wrap-anywhere">{brand.welcomeText}</p>
        )}
        <span
          className="self-start rounded-md bg-accent px-3 py-2 font-medium text-on-accent"
          style={color === null ? undefined : { backgroundColor: color }}
        >
          View Documents
        </span>
        {brand.footer !== null && (
          <p className="whitespace-pre-line text-ink-muted text-sm wrap-anywhere">{brand.footer}</p>
        )}
      </div>
      <p role="status" className="text-danger-ink text-sm">
        {!isReadable && 'This color is hard to read.'}
      </p>
    </section>
  );
}
