import { type ReactNode, useContext } from 'react';
import { BrandContext, useProductName } from './brand-context.ts';

/** The organization's logo and name, or the product's where there are none. */
export function Logo() {
  const { logoUrls } = useContext(BrandContext);
  return (
    <span className="inline-flex min-w-0 items-center gap-2 font-semibold text-base tracking-tight">
      <LogoImage {...logoUrls} className="h-7 max-w-32" fallback={<Mark />} />
      <span dir="auto" className="truncate text-left">
        {useProductName()}
      </span>
    </span>
  );
}

interface LogoImageProps {
  light: string | null;
  dark: string | null;
  className: string;
  /** Shown without a logo. */
  fallback?: ReactNode;
}

/** Shows the logo for the theme. If only one logo is set, it is shown in both themes on its own background. */
export function LogoImage({ light, dark, className, fallback }: LogoImageProps) {
  const image = (url: string, ground: string) => (
    <img
      src={url}
      alt=""
      // Replaces an empty box.
      onError={({ currentTarget }) => currentTarget.setAttribute('hidden', '')}
      // Until then its ground would be an empty strip.
      onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
      className={`${className} min-w-7 shrink-0 rounded-sm object-contain ${ground}`}
    />
  );
  if (light !== null && dark !== null)
    return (
      <>
        {image(light, 'logo-on-light')}
        {image(dark, 'logo-on-dark')}
      </>
    );
  if (light !== null) return image(light, 'p-0.5 data-loaded:bg-paper');
  return dark === null ? fallback : image(dark, 'p-0.5 data-loaded:bg-[#1b1b1b]');
}

/** The product's mark. */
const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 shrink-0">
    <rect width="32" height="32" rx="7" className="fill-accent" />
    <path
      d="M8 23V10l8 7 8-7v13"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-on-accent"
    />
  </svg>
);
