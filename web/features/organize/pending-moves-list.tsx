import ArrowRight from 'lucide-react/icons/arrow-right';
import X from 'lucide-react/icons/x';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { PendingMove } from './pending-moves.ts';

interface PendingMovesListProps {
  moves: readonly PendingMove[];
  getName: (type: PendingMove['itemType'], id: number | null) => string;
  onCancel: (move: PendingMove) => void;
  disabled: boolean;
}

/** Lists the moves that Save Changes applies. */
export function PendingMovesList({ moves, getName, onCancel, disabled }: PendingMovesListProps) {
  return (
    <section aria-labelledby="pending-heading" className="flex flex-col gap-1">
      <h3 id="pending-heading" className="font-medium">
        Pending changes
        {moves.length > 0 && <span className="ml-2 font-normal text-ink-muted">{moves.length}</span>}
      </h3>
      {moves.length === 0 ? (
        <p className="text-ink-muted">
          No pending changes. Drag items onto folders or use their Move buttons.
        </p>
      ) : (
        <ul className="max-h-40 overflow-y-auto rounded-md border border-line p-1">
          {moves.map((move) => {
            const name = getName(move.itemType, move.itemId);
            return (
              <li key={`${move.itemType}-${move.itemId}`} className="flex items-center gap-2 px-2">
                <span className="min-w-0 truncate" title={name}>
                  {name}
                </span>
                <ArrowRight size={14} className="shrink-0 text-ink-muted" />
                <span className="sr-only">to</span>
                <span className="min-w-0 max-w-2/5 shrink-0 truncate">
                  {getName('folder', move.targetFolderId)}
                </span>
                <IconButton
                  icon={X}
                  label={`Cancel the move of ${name}`}
                  size="small"
                  className="ml-auto"
                  disabled={disabled}
                  onClick={() => onCancel(move)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
