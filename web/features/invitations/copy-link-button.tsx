import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

const FEEDBACK_MS = 2000;

/** Copies to the clipboard; `isCopied` stays true for two seconds. */
function useCopyText(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  return {
    isCopied: copies > 0,
    async copy(text) {
      await navigator.clipboard.writeText(text);
      setCopies((count) => count + 1);
    },
  };
}

interface CopyLinkButtonProps {
  url: string;
  label: string;
  disabled?: boolean;
  /** Title of the success toast. */
  successTitle?: string;
}

/** Success title for text that is fully visible beside the button. */
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
      // Browsers block the clipboard on origins other than https and localhost.
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
