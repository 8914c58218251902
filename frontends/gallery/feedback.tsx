import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { Dialog } from '@tma/web/ui/dialog';
import { EmptyState } from '@tma/web/ui/empty-state';
import { Form } from '@tma/web/ui/form';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { Section } from './section.tsx';

const wrong = { problems: [{ name: 'location', words: () => 'Location is missing.' }], submitCount: 0 };

/** Messages, errors and loading states. */
export function Feedback() {
  const [open, setOpen] = useState(false);
  return (
    <Section title="Feedback" wide>
      <Banner tone="success">Signin successful! Redirecting...</Banner>
      <Banner tone="error">Invalid email or password. Please try again.</Banner>
      <Banner tone="quiet">More could not be loaded.</Banner>
      <Form state={wrong} />
      <Spinner />
      <Card>
        <h3>Card</h3>
        <p>Around a form or a piece of news.</p>
      </Card>
      <EmptyState title="No Reports Found" hint="What you report appears here." />
      <EmptyState title="No Reports Found" hint="The list could not be read." onRetry={() => {}} />
      <Button look="quiet" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      {open && (
        <Dialog title="Street Lights Repair" onClose={() => setOpen(false)} actions={<Button>Edit</Button>}>
          <p>Its focus stays inside; Escape closes it.</p>
        </Dialog>
      )}
    </Section>
  );
}
