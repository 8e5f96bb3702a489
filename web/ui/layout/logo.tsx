import { useContext } from 'react';
import { BrandContext } from './brand-context.ts';

/** The organization's logo and name, or the product's where there are none. */
export function Logo() {
  const { name, logoUrl } = useContext(BrandContext);
  return (
    <span className="inline-flex min-w-0 items-center gap-2 font-semibold text-base tracking-tight">
      {logoUrl === null ? <Mark /> : <LogoImage url={logoUrl} className="h-7 max-w-32" />}
      <span className="truncate">{name ?? 'Muniment'}</span>
    </span>
  );
}

/** A logo is drawn on white, also in dark mode. */
export const LogoImage = ({ url, className }: { url: string; className: string }) => (
  <img
    src={url}
    alt=""
    // In place of an empty white box.
    onError={({ currentTarget }) => currentTarget.setAttribute('hidden', '')}
    className={`${className} shrink-0 rounded-sm bg-paper object-contain p-0.5`}
  />
);

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
