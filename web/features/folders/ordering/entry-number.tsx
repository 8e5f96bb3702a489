/** Shows the number of a folder or file in the index of its room. */
export const EntryNumber = ({ number }: { number: string | undefined }) => (
  <span className="text-ink-muted tabular-nums" title={number}>
    {number}
  </span>
);
