/** `npm run gallery`: every component of packages/web with its states, for work on the portal's look. */
import '@tma/web/tokens.css';
import '@tma/web/base.css';
import { BrowserRouter } from '@tma/web/router';
import { createRoot } from 'react-dom/client';
import { Feedback } from './feedback.tsx';
import { Fields } from './fields.tsx';
import css from './gallery.module.css';
import { Ground } from './ground.tsx';
import { Reports } from './reports.tsx';

document.documentElement.lang = 'en';
const root = document.createElement('div');
document.body.append(root);

createRoot(root).render(
  <BrowserRouter>
    <main className={css.page}>
      <h1>Components</h1>
      <Ground />
      <Fields />
      <Feedback />
      <Reports />
    </main>
  </BrowserRouter>,
);
