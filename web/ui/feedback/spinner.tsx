import LoaderCircle from 'lucide-react/icons/loader-circle';

/** Silent: whatever it stands in says that it is busy. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin" />;
}
