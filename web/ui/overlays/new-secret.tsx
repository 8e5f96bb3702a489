import { Button } from '../buttons/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { useCopy } from '../feedback/use-copy.ts';
import { DialogActions } from './dialog.tsx';
import { type LossQuestion, useLossQuestion } from './unsaved.ts';

interface NewSecretProps {
  secret: string;
  /** The accessible name of the secret. */
  label: string;
  /** The word for it on the buttons, such as "Token". */
  noun: string;
  /** Says what to do with it now. */
  warning: string;
  onDone: () => void;
}

const NOT_SHOWN_AGAIN: LossQuestion = {
  title: 'Close',
  description: 'It is not shown again. Without a copy, create another one.',
  confirmLabel: 'Close',
};

/** The content of a dialog that shows a secret this once. */
export function NewSecret({ secret, label, noun, warning, onDone }: NewSecretProps) {
  const { copiedText, copy } = useCopy();
  useLossQuestion(NOT_SHOWN_AGAIN);
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning">{warning}</Notice>
      <output
        aria-label={label}
        className="wrap-anywhere select-all rounded-md border border-line bg-sunken p-3 font-mono text-xs"
      >
        {secret}
      </output>
      <DialogActions>
        {navigator.clipboard && (
          <Button onClick={() => copy(secret)}>{copiedText ? 'Copied' : `Copy ${noun}`}</Button>
        )}
        <Button variant="primary" onClick={onDone}>
          I Saved the {noun}
        </Button>
      </DialogActions>
    </div>
  );
}
