import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useCopyText } from '#web/lib/browser/copy-to-clipboard.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface CopyLinkButtonProps {
  url: string;
  label: string;
  disabled?: boolean;
  /** What is said when it is done. */
  successTitle?: string;
}

/** For what is shown in whole and copied from there. */
export const COPIED_TITLE = 'Copied to clipboard';

export function CopyLinkButton({
  url,
  label,
  disabled = false,
  successTitle = 'Link copied',
}: CopyLinkButtonProps) {
  const { isCopied, copy } = useCopyText();
  const onClick = async () => {
    try {
      await copy(url);
      toast({ title: successTitle, variant: 'success' });
    } catch {
      // Browsers forbid it on addresses that are neither https nor localhost.
      toast({ title: 'The link could not be copied', description: url, variant: 'destructive' });
    }
  };
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={label}
      size="small"
      disabled={disabled}
      onClick={() => void onClick()}
    />
  );
}
