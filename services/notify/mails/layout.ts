import { escapeHtml } from '@tma/kit';

/** A mail as it is queued, in JSON, and handed to nodemailer. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** A paragraph, or a link that is shown as a button. */
export type Block = string | { label: string; url: string };

/** Lays a mail out as text and as HTML. What people wrote is escaped, and the subject is one line whatever is in it. */
export const layOut = (
  to: string,
  subject: string,
  blocks: readonly Block[],
  headers?: Record<string, string>,
): Mail => ({
  to,
  subject: subject.replace(/\p{Cc}+/gu, ' '),
  text: `${blocks.map(textOf).join('\n\n')}\n`,
  html:
    '<div style="font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1rem;color:#111827">' +
    `${blocks.map(htmlOf).join('')}</div>`,
  headers,
});

const textOf = (block: Block) => (typeof block === 'string' ? block : `${block.label}: ${block.url}`);

const htmlOf = (block: Block) =>
  typeof block === 'string'
    ? `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`
    : `<p><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;` +
      `background:#14532d;color:#ffffff;text-decoration:none">${escapeHtml(block.label)}</a></p>` +
      `<p style="color:#4b5563;font-size:14px">${escapeHtml(block.url)}</p>`;
