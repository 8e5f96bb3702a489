import type { ReactNode } from 'react';

interface FormSectionProps {
  title: string;
  children: ReactNode;
}

/** A group of related fields of a long form under a heading. */
export function FormSection({ title, children }: FormSectionProps) {
  return (
    <fieldset className="flex flex-col gap-4 border-line border-t pt-4">
      <legend className="float-left w-full font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
