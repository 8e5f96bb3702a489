export const OVERLAY_STYLES =
  'fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto scroll-pb-20 bg-scrim p-4 data-[state=closed]:animate-vanish data-[state=open]:animate-appear';

export const DIALOG_STYLES =
  'w-full rounded-lg border border-line bg-raised shadow-popup data-[state=closed]:animate-vanish data-[state=open]:animate-rise';
