import { moveProblem } from '#shared/domain/folder-tree.ts';
import { INVALID_MOVE } from '#shared/domain/messages.ts';
import { toast } from '#web/ui/feedback/toast.ts';

interface Node {
  id: number;
  parentId: number | null;
}

/** Shows a toast and returns true when a folder would be moved into itself or a descendant. */
export function rejectInvalidMove(nodes: readonly Node[], id: number, targetId: number | null): boolean {
  const problem = moveProblem(new Map(nodes.map((node) => [node.id, node])), id, targetId);
  if (!problem) return false;
  toast({
    title: 'Invalid Move',
    description: INVALID_MOVE[problem],
    variant: 'destructive',
  });
  return true;
}
