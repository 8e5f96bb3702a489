import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useUpdateSystemSettings } from './api.ts';

type Registration = SystemSettings['registration'];

const CHOICES = [
  { value: 'open', label: 'Anyone', hint: 'Everybody who opens the sign-in page can register. The default.' },
  { value: 'invitation', label: 'Invited people', hint: 'Only people with an invitation can register.' },
  { value: 'closed', label: 'Administrators', hint: 'Nobody registers. Administrators create all accounts.' },
] as const;

/** The storage key that remembers a postponed question until the browser is closed. */
const POSTPONED_KEY = 'registrationQuestionPostponed';

function wasPostponed(): boolean {
  try {
    return sessionStorage.getItem(POSTPONED_KEY) !== null;
  } catch {
    return false;
  }
}

function postpone(): void {
  try {
    sessionStorage.setItem(POSTPONED_KEY, 'yes');
  } catch {
    // The question is asked again on the next page if there is no storage.
  }
}

/** Asks an administrator of a public installation once who may create accounts. The answer is the setting itself. */
export function RegistrationQuestion() {
  const [isPostponed, setPostponed] = useState(wasPostponed);
  const client = useQueryClient();
  const key = ['settings', 'registration-question'];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/admin/registration-question', {}, signal),
    enabled: !isPostponed,
  });
  const [chosen, setChosen] = useState<Registration>('open');
  const update = useUpdateSystemSettings();
  if (isPostponed || data?.isOpen !== true) return null;
  const later = () => {
    postpone();
    setPostponed(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && later()}
      title="Who May Create Accounts?"
      description="This installation has a public address. You can change this later in the system settings."
    >
      <ChoiceCards label="Registration" value={chosen} onChange={setChosen} choices={CHOICES} />
      {update.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(update.error)}
        </Notice>
      )}
      <DialogActions>
        <Button variant="ghost" onClick={later}>
          Ask Me Later
        </Button>
        <Button
          variant="primary"
          busy={update.isPending}
          onClick={() =>
            update.mutate(
              { registration: chosen },
              { onSuccess: () => client.setQueryData(key, { isOpen: false }) },
            )
          }
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  );
}
