import { forRoles } from '@tma/contracts/roles';
import { focusMain } from '@tma/web/hooks/focus';
import { useRead } from '@tma/web/hooks/use-read';
import { currentLanguage } from '@tma/web/language/language';
import { Card } from '@tma/web/ui/card';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { StaffPage } from '../for-roles.tsx';
import { useT } from '../texts.ts';
import { ownerOf } from '../tokens.ts';
import { CounterForm, type Taken } from './counter-form.tsx';
import { type Draft, newDraft, readDraft, removeDraft } from './draft.ts';
import { Receipt } from './receipt.tsx';

/** /adminCounter: a report for somebody without an account. */
export default function CounterPage() {
  const t = useT();
  return (
    <StaffPage roles={forRoles.office} title={t('counter.title')} back={t('dashboard.title')}>
      {({ token }) => <Counter key={ownerOf(token)} token={token} />}
    </StaffPage>
  );
}

function Counter({ token }: { token: string }) {
  const by = ownerOf(token);
  /** The report that was written last and not sent; undefined until it is read. */
  const kept = useRead(by, () => readDraft(by, newDraft(currentLanguage())));
  const [begun, setBegun] = useState<Draft>();
  const draft = begun ?? kept;
  const [taken, setTaken] = useState<Taken>();
  const begin = () => {
    setTaken(undefined);
    setBegun(newDraft(currentLanguage()));
    // The button that was pressed goes away with the form or the receipt.
    focusMain();
    window.scrollTo(0, 0);
  };
  return (
    <Card>
      {!draft && <Spinner />}
      {taken && <Receipt taken={taken} onAnother={begin} />}
      {draft && !taken && (
        <CounterForm
          key={draft.key}
          token={token}
          by={by}
          draft={draft}
          onTaken={setTaken}
          onStartOver={(key) => void removeDraft(by, key).then(begin)}
        />
      )}
    </Card>
  );
}
