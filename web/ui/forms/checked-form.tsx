import { type ComponentProps, type FormEvent, useState } from 'react';
import { FieldErrorsContext } from './field-errors.ts';
import { type CheckedControl, findFieldErrors } from './find-field-errors.ts';

interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** By the names of fields, where the message that follows from the label is not enough. */
  messages?: Readonly<Record<string, string>>;
}

/**
 * A form whose fields state with HTML attributes what they take (`required`, `type`, `min`, `pattern`), and have a `name`. It is
 * submitted once all of them do; the messages appear below the fields, as in a `Form`, in place of the browser's own.
 */
export function CheckedForm({ onSubmit, messages, children, ...rest }: CheckedFormProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const check = (form: HTMLFormElement) => {
    const controls = Array.from(form.elements) as unknown as CheckedControl[]; // buttons among them have no name
    const found = findFieldErrors(controls, messages);
    setErrors(found);
    return found;
  };
  return (
    <form
      noValidate
      {...rest}
      onInput={({ currentTarget }) => {
        if (Object.keys(errors).length > 0) check(currentTarget);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const [name] = Object.keys(check(form));
        if (name === undefined) return onSubmit(event);
        const control = form.elements.namedItem(name);
        if (control instanceof HTMLElement) control.focus();
      }}
    >
      <FieldErrorsContext value={{ getMessage: (name) => errors[name], summaryId: undefined }}>
        {children}
      </FieldErrorsContext>
    </form>
  );
}
