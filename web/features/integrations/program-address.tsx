import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { useCopy } from '#web/ui/feedback/use-copy.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface ProgramAddressProps {
  label: string;
  path: string;
}

/** Shows an address of this installation that programs use, and copies it. */
export function ProgramAddress({ label, path }: ProgramAddressProps) {
  const { copiedText, copy } = useCopy();
  const address = new URL(path, location.origin).href;
  const isCopied = copiedText === address;
  return (
    <div>
      <TextField
        label={label}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
        // Browsers have no clipboard on pages without https.
        end={
          navigator.clipboard && (
            <IconButton
              icon={isCopied ? Check : Copy}
              size="small"
              label={`Copy the address of the ${label}`}
              onClick={() => copy(address)}
            />
          )
        }
      />
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}
