import { useState } from 'react';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useSearchSubject } from './api.ts';
import { ErasureList } from './erasure-list.tsx';
import { SubjectReport } from './subject-report.tsx';

/** Searches, exports and erases what is stored about a person, for administrators. */
export function SubjectsPanel() {
  const [email, setEmail] = useState('');
  const search = useSearchSubject();
  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4 p-5">
        <CheckedForm onSubmit={() => search.mutate(email)} className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <TextField
              label="Email address of the person"
              name="subject-email"
              type="email"
              required
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </div>
          <Button type="submit" variant="primary" busy={search.isPending}>
            Search
          </Button>
        </CheckedForm>
        <p className="text-ink-muted">Searches, exports and erasures are recorded in the audit log.</p>
        {search.error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(search.error)}
          </Notice>
        )}
      </Card>
      {search.data && (
        <SubjectReport key={search.data.email} subject={search.data} onErased={() => search.reset()} />
      )}
      <ErasureList />
    </div>
  );
}
