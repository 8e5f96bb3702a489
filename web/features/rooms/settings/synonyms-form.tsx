import type { FormEvent } from 'react';
import type { RoomSynonyms as Synonyms } from '#shared/contracts/search/synonyms.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { findSynonymProblem, parseSynonyms } from '#shared/domain/search/synonyms.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useRoom } from '#web/features/rooms/api.ts';
import { ChangedMeanwhile } from '#web/lib/forms/edits.ts';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { RestoredNotice } from '#web/ui/forms/restored-notice.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { textOf, useRoomSynonyms, useSetSynonyms } from './synonyms-api.ts';

/** The synonyms of a room; its managers change them, and they count at the next question. */
export function RoomSynonyms({ roomId }: { roomId: number }) {
  const [{ data: room, ...ofRoom }, { data: synonyms, ...own }] = [useRoom(roomId), useRoomSynonyms(roomId)];
  const failed = own.error && !synonyms ? own : ofRoom.error && !room ? ofRoom : undefined;
  if (failed?.error) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!synonyms || !room)
    return (
      <Card className="p-5">
        <FormSkeleton fields={2} />
      </Card>
    );
  const readOnly = room.staffRole !== 'manager' || isReadOnlyState(room.state);
  return <SynonymsForm {...{ roomId, synonyms, readOnly }} />;
}

interface SynonymsFormProps {
  roomId: number;
  synonyms: Synonyms;
  readOnly: boolean;
}

function SynonymsForm({ roomId, synonyms, readOnly }: SynonymsFormProps) {
  const save = useSetSynonyms(roomId);
  const { values, edits, changed, set, reset, rebase, kept } = useEdits(textOf(synonyms));
  const wasRestored = useKeptInput({ form: 'synonyms', ...kept });
  const problem = findSynonymProblem(parseSynonyms(values.text));
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    save.mutate(edits, {
      // What was typed since is an edit of what is stored now.
      onSuccess: (saved) => {
        reset();
        rebase(textOf(saved));
      },
      onError: (error) => error instanceof ChangedMeanwhile && rebase(error.stored),
    });
  }
  return (
    <Card className="flex flex-col gap-4 p-5">
      <p className="text-ink-muted text-sm">
        A question with one of these terms also finds documents of this room with the others. Common terms of
        contracts and accounts are known already, in English, German, French, Spanish and Italian.
      </p>
      <form onSubmit={onSubmit} className="flex flex-col gap-3">
        {wasRestored && changed.text !== undefined && <RestoredNotice />}
        <TextArea
          label="Synonyms"
          hint="One group of terms per line, separated by equals signs. Only the staff see this list."
          placeholder={'Project Falcon = Acme Holding\nSLA = service level agreement'}
          rows={12}
          readOnly={readOnly}
          value={values.text}
          onChange={({ target }) => set('text', target.value)}
        />
        {problem !== undefined && (
          <p role="alert" className="text-danger-ink text-xs">
            {problem}
          </p>
        )}
        {!readOnly && (
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            disabled={problem !== undefined || changed.text === undefined}
            className="self-start"
          >
            Save Synonyms
          </Button>
        )}
      </form>
    </Card>
  );
}
