import { Button } from '#web/ui/buttons/button.tsx';

/** A question that was completed from the one before. */
export interface FollowUp {
  /** Text that was typed: “and in 2019?”. */
  readonly typed: string;
  /** The whole question that was asked. */
  readonly query: string;
}

interface FollowUpNoteProps {
  followUp: FollowUp;
  /** Asks what was typed, without the question before. */
  onAskTyped: () => void;
}

/** Says how a follow-up question was understood, and offers to ask it as it was typed. */
export function FollowUpNote({ followUp, onAskTyped }: FollowUpNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 text-ink-muted">
      <p className="wrap-anywhere">
        Asked as a follow-up: <span className="text-ink">{followUp.query}</span>
      </p>
      <Button variant="ghost" size="small" onClick={onAskTyped}>
        Search Only What I Typed
      </Button>
    </div>
  );
}
