import './trusted-types.ts';
import '@tma/web/tokens.css';
import '@tma/web/base.css';
import { BrowserRouter } from '@tma/web/router';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { isPrerendered } from './prerendered.ts';
import { contactOf, GivenContact } from './use-contact.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const portal = (
  <GivenContact value={contactOf(root.dataset)}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </GivenContact>
);
// What came is the page itself, or, for a page of a remote, only the frame around it.
if (isPrerendered(location.pathname)) hydrateRoot(root, portal);
else createRoot(root).render(portal);
