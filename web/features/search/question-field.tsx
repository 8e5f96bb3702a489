import X from 'lucide-react/icons/x';
import type { KeyboardEvent, RefObject } from 'react';
import { LONGEST_QUESTION } from '#shared/domain/limits.ts';
import { useCommands } from '#web/lib/commands.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';

interface QuestionFieldProps {
  input: RefObject<HTMLInputElement | null>;
  question: string;
  onChange: (question: string) => void;
}

export function QuestionField({ input, question, onChange }: QuestionFieldProps) {
  useCommands([{ label: 'Ask about your documents', key: '/', run: () => input.current?.select() }]);

  const onKeyDown = (event: KeyboardEvent) => {
    // A form whose button is disabled ignores Enter; saying why is kinder.
    if (event.key === 'Enter' && question.trim() === '')
      toast({ title: 'Empty search', description: 'Please enter a question to search', variant: 'warning' });
  };
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <TextField
      ref={input}
      label="Ask about your documents"
      hideLabel
      placeholder="Ask about your documents..."
      autoComplete="off"
      enterKeyHint="search"
      aria-keyshortcuts="/"
      maxLength={LONGEST_QUESTION}
      value={question}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      end={question !== '' && <IconButton icon={X} label="Clear question" size="small" onClick={clear} />}
    />
  );
}
