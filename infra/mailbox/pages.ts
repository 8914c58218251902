import { escapeHtml } from '@tma/kit/html';
import type { Mail } from './mails.ts';
import type { Sms } from './message.ts';

/** The HTML of a mail is untrusted: it may be shown and open links in a new tab, and nothing else. */
export const sandboxed = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'x-content-type-options': 'nosniff',
};

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 56rem; padding: 1rem; }
  a { color: light-dark(#14532d, #86efac); }
  li { padding: .6rem 0; border-bottom: 1px solid light-dark(#e5e7eb, #374151); overflow-wrap: anywhere; }
  ul { list-style: none; padding: 0; }
  small, dt { color: light-dark(#4b5563, #9ca3af); }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; overflow-wrap: anywhere; }
  dd { margin: 0; }
  iframe { width: 100%; height: 28rem; border: 1px solid light-dark(#d1d5db, #4b5563); border-radius: .4rem; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  `<meta name="viewport" content="width=device-width">${head}<style>${style}</style></head>` +
  `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

export const listPage = (mails: readonly Mail[], messages: readonly Sms[]) =>
  page(
    'Development mailbox',
    (mails.length === 0
      ? '<p>No mail yet. Every mail that the portal sends arrives here.</p>'
      : `<ul>${mails.map(listItem).join('')}</ul>`) +
      `<h2>Messages to telephones</h2>${
        messages.length === 0
          ? '<p>None yet. <a href="/telephone?number=">Send one</a></p>'
          : `<ul>${messages.map(messageItem).join('')}</ul>`
      }`,
    '<meta http-equiv="refresh" content="5">',
  );

const listItem = ({ id, to, subject, date }: Mail) =>
  `<li><a href="/mail/${id}">${escapeHtml(subject || '(no subject)')}</a><br>` +
  `<small>to ${escapeHtml(to)}, ${escapeHtml(date.replace('T', ' ').slice(0, 19))} UTC</small></li>`;

const messageItem = ({ to, text, date, segments, encoding }: Sms) =>
  `<li><span dir="auto">${linked(text)}</span><br><small>to <a href="/telephone?number=${encodeURIComponent(to)}">` +
  `${escapeHtml(to)}</a>, ${segments} × ${encoding}, ${escapeHtml(date.replace('T', ' ').slice(0, 19))} UTC</small></li>`;

/** One telephone: what it got, and a box to send from it. It is not loaded again by itself, so that nothing typed is lost. */
export const telephonePage = (number: string, messages: readonly Sms[]) =>
  page(
    `Telephone ${number}`,
    `<p><a href="/">All mails and messages</a></p>
     <form method="post" action="/sms/reply">
       <p><label>From<br><input name="from" required value="${escapeHtml(number)}"></label></p>
       <p><label>Message<br><textarea name="text" required dir="auto" rows="3" cols="40"></textarea></label></p>
       <button>Send to the portal</button>
     </form>
     <ul>${messages
       .filter(({ to }) => to === number)
       .map(messageItem)
       .join('')}</ul>`,
  );

export const mailPage = (mail: Mail) =>
  page(
    mail.subject || '(no subject)',
    `<p><a href="/">All mails</a></p>
     <dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>Date</dt><dd>${escapeHtml(mail.date)}</dd></dl>
     <iframe title="The mail" src="/mail/${mail.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
     <h2>As text</h2><pre dir="auto">${linked(mail.text)}</pre>
     <details><summary>Headers</summary><pre>${escapeHtml(headerLines(mail))}</pre></details>`,
  );

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`);

const headerLines = ({ headers }: Mail) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
