import { type ComponentProps, useId, useRef } from 'react';
import { type FieldValues, get, type UseFormReturn, useFormState } from 'react-hook-form';
import { Notice } from '../feedback/notice.tsx';
import { DISCARD_CHANGES, useLossQuestion } from '../overlays/unsaved.ts';
import { FieldErrorsContext } from './field-errors.ts';
import { RestoredNotice } from './restored-notice.tsx';
import { useKeptForm } from './use-kept-input.ts';
import { submitWholeDates } from './whole-dates.ts';

interface FormProps<Values extends FieldValues, Output>
  extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => void | Promise<void>;
  /** 'above' shows only the first error, in a box above the fields; 'at-fields' shows each error below its field. */
  errors?: 'at-fields' | 'above';
  /** Names the form on its page; with it, what was entered survives the end of the session, except passwords, codes and files. */
  keptAs?: string;
}

/**
 * A form of react-hook-form. Its fields take `{...form.register('name')}` and find their errors by that name.
 * An error set on 'root' (from the server) appears in a red box above the fields. A dialog asks before it closes with changes.
 */
export function Form<Values extends FieldValues, Output>(props: FormProps<Values, Output>) {
  const { form, onSubmit, errors: placement = 'at-fields', keptAs, children, ...rest } = props;
  const { errors, isDirty } = useFormState({ control: form.control });
  const element = useRef<HTMLFormElement>(null);
  const wasRestored = useKeptForm(keptAs, form, element);
  useLossQuestion(isDirty ? DISCARD_CHANGES : null);
  const summaryId = useId();
  const firstName = Object.keys(errors).find((name) => name !== 'root');
  // Fields without a message in view are not marked: the box that describes them is about another one.
  const isShown = (name: string): boolean => placement === 'at-fields' || name === firstName;
  const summaryMessage =
    errors.root?.message ?? (placement === 'above' ? getErrorMessage(errors, firstName) : undefined);

  return (
    <form
      noValidate
      {...rest}
      ref={element}
      onSubmit={(event) => void submitWholeDates(form, onSubmit)(event)}
    >
      {wasRestored && isDirty && <RestoredNotice />}
      {summaryMessage !== undefined && (
        <div className="mb-4">
          <Notice tone="danger" id={summaryId} urgent>
            {summaryMessage}
          </Notice>
        </div>
      )}
      <FieldErrorsContext
        value={{
          getMessage: (name) => (isShown(name) ? getErrorMessage(errors, name) : undefined),
          summaryId: placement === 'above' ? summaryId : undefined,
        }}
      >
        {children}
      </FieldErrorsContext>
    </form>
  );
}

function getErrorMessage(errors: object, name: string | undefined): string | undefined {
  const error: { message?: unknown } | undefined = name === undefined ? undefined : get(errors, name);
  return typeof error?.message === 'string' ? error.message : undefined;
}
