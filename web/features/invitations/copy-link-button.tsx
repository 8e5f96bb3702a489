import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Link from 'lucide-react/icons/link';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
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

interface CopyLinkProps {
  url: string;
  /** Title of the success toast. */
  successTitle?: string;
}

/** Success title for text that is fully visible beside the button. */
export const COPIED_TITLE = 'Copied to clipboard';

/** Copies a link and shows a toast with the outcome. */
function useCopyLink({ url, successTitle = 'Link copied' }: CopyLinkProps) {
  const { isCopied, copy } = useCopyText();
  const copyLink = async () => {
    try {
      await copy(url);
      toast({ title: successTitle, variant: 'success' });
    } catch {
      // Browsers block the clipboard on origins other than https and localhost.
      toast({ title: 'The link could not be copied', description: url, variant: 'destructive' });
    }
  };
  return { isCopied, copyLink: () => void copyLink() };
}

interface CopyLinkButtonProps extends CopyLinkProps {
  label: string;
  disabled?: boolean;
}

export function CopyLinkButton({ label, disabled = false, ...link }: CopyLinkButtonProps) {
  const { isCopied, copyLink } = useCopyLink(link);
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={label}
      size="small"
      disabled={disabled}
      onClick={copyLink}
    />
  );
}

interface WideCopyLinkButtonProps extends CopyLinkProps {
  variant: 'primary' | 'secondary';
}

/** Copies a link with a button that says so in words. */
export function WideCopyLinkButton({ variant, ...link }: WideCopyLinkButtonProps) {
  const { isCopied, copyLink } = useCopyLink(link);
  return (
    <Button variant={variant} icon={isCopied ? Check : Link} onClick={copyLink}>
      {isCopied ? 'Copied' : 'Copy Link'}
    </Button>
  );
}
