/** Progress from 0 to 1; null while it is unknown. */
export function ProgressBar({ label, value }: { label: string; value: number | null }) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-sm bg-line"
    >
      {percent === undefined ? (
        <div className="h-full w-1/3 animate-sweep rounded-sm bg-accent-ink" />
      ) : (
        <div
          className="h-full rounded-sm bg-accent-ink transition-[width]"
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}
