/** The fields of an entry that its hash covers after the hash of the entry before it, in order. */
export const FIELDS =
  'position occurred_at actor_kind actor_id actor_name action object_kind object_id object_name result details address';

const REMOVAL = 'audit.remove-refusals';

/**
 * Follows the entries of an export whose content was removed, refused calls after their retention. Their hashes are taken as they
 * are: a later entry must name them.
 */
export function createRemovals(hashText) {
  const open = new Map();
  let problem;
  return {
    /** Returns the hash of an entry without content, and of another one nothing, after checking what it names. */
    async take(row) {
      const by = row?.removed_by;
      if (Number.isInteger(by)) {
        if (by <= row.position) problem ??= `Entry ${row.position} lost its content before it was written.`;
        open.set(by, `${open.get(by) ?? ''}${row.position} ${row.hash}\n`);
        return row.hash;
      }
      const removed = open.get(row?.position);
      open.delete(row?.position);
      if (removed === undefined && row?.action !== REMOVAL) return undefined;
      const isNamed =
        row.action === REMOVAL && JSON.parse(row.details).hash === (await hashText(removed ?? ''));
      if (!isNamed) problem ??= `Entry ${row.position} does not name the entries without content.`;
      return undefined;
    },
    /** Returns these hashes, or the problem of entries without content. */
    end(hashes) {
      if (open.size > 0) problem ??= 'No entry names the entries without content.';
      return { hashes: problem ? [] : hashes, problem };
    },
  };
}
