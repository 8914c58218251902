import '@tma/web/tokens.css';
import '@tma/web/base.css';
import { BrowserRouter } from '@tma/web/router';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

createRoot(root).render(
  <BrowserRouter>
    <App />
  </BrowserRouter>,
);
