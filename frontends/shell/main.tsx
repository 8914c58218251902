// Imported first: it removes the token of a mail's link from the address.
import './closure/opened-link.ts';
import './trusted-types.ts';
import './language-style.ts';
import '@tma/web/tokens.css';
import '@tma/web/base.css';
import { BrowserRouter } from '@tma/web/router';
import { textsReady } from '@tma/web/texts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { keepOffline } from './keep-offline.ts';
import { isPrerendered } from './public-pages.ts';
import { contactOf, PageContact } from './use-contact.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const portal = (
  <PageContact value={contactOf(root.dataset)}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </PageContact>
);
// The HTML has the whole page, or, for a page of a remote, only the frame around it. It is in the language of the texts.
void textsReady().then(() => {
  if (isPrerendered(location.pathname)) {
    hydrateRoot(root, portal);
    void keepOffline();
  } else {
    // Which remote is to be kept is known once it is loaded.
    createRoot(root).render(portal);
  }
});
