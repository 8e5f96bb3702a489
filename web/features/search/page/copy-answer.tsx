import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import type { AnswerState } from '../answer-state.ts';
import { quoteAnswer } from './quote-answer.ts';

/** Copies an answer with its sources; nothing where the browser has no clipboard for this origin. */
export function CopyAnswer({ answer }: { answer: AnswerState }) {
  const [copied, setCopied] = useState<AnswerState>();
  if (!navigator.clipboard) return null;
  const isCopied = copied === answer;
  const copy = () =>
    void navigator.clipboard.writeText(quoteAnswer(answer, location.origin)).then(() => setCopied(answer));
  return (
    <Button size="small" icon={isCopied ? Check : Copy} onClick={copy}>
      {isCopied ? 'Copied' : 'Copy with Source'}
    </Button>
  );
}
