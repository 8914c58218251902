import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { PageFrame } from './page-frame.tsx';

/** A page that is one card, under its heading. */
export const CardPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageFrame>
    <Card>
      <h1>{title}</h1>
      {children}
    </Card>
  </PageFrame>
);
