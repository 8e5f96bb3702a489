import LoaderCircle from 'lucide-react/icons/loader-circle';

/** Hidden from screen readers: the surrounding element announces that it is busy. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin" />;
}
