import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useMemo } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { useCopy } from '#web/ui/feedback/use-copy.ts';
import type { AnswerState } from '../answer-state.ts';
import { quoteAnswer } from './quote-answer.ts';

/** Copies an answer with its sources; nothing where the browser has no clipboard for this origin. */
export function CopyAnswer({ answer }: { answer: AnswerState }) {
  const { copiedText, copy } = useCopy();
  const text = useMemo(() => quoteAnswer(answer, location.origin), [answer]);
  if (!navigator.clipboard) return null;
  const isCopied = copiedText === text;
  return (
    <Button size="small" icon={isCopied ? Check : Copy} onClick={() => copy(text)}>
      {isCopied ? 'Copied' : 'Copy with Source'}
    </Button>
  );
}
