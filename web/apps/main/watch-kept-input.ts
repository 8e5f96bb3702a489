import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';
import { USER_KEY } from '#web/features/accounts/current-user.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { admitOwner, keepInput } from '#web/ui/forms/kept-input.ts';

/**
 * Keeps what was entered when the user is signed out, before the forms leave the page, and restores it only for the same user.
 * Returns a function that ends this.
 */
export function watchKeptInput(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== USER_KEY[0]) return;
    const user = client.getQueryData<User | null>(USER_KEY);
    if (user === null) keepInput();
    else if (user && admitOwner(String(user.id)))
      toast({
        title: 'Your input was kept',
        description: 'Open the form again to continue with what you entered before your session ended.',
        variant: 'info',
      });
  });
}
