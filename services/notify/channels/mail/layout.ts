import type { Direction } from '@tma/contracts';
import { escapeHtml } from '@tma/kit';
import type { Texts } from '../../texts/en.ts';

/** A mail as it is queued, in JSON, and handed to nodemailer. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  /** Of its texts. */
  language: string;
  /** When its link expires, RFC 3339. */
  until?: string;
  /** To a reporter without an account. */
  isWithoutAccount?: true;
}

/** A paragraph, or a link that is shown as a button. */
export type Block = string | { label: string; url: string };

/** What says how a language is written. */
type Writing = Pick<Texts, 'language' | 'direction'>;

/** Lays a mail out as text and as HTML. What people wrote is escaped, and the subject is one line whatever is in it. */
export const layOut = (
  writing: Writing,
  to: string,
  subject: string,
  blocks: readonly Block[],
  headers?: Record<string, string>,
): Mail => ({
  to,
  subject: marked(writing, subject.replace(/\p{Cc}+/gu, ' ')),
  text: `${blocks.map((block) => marked(writing, textOf(block))).join('\n\n')}\n`,
  html: `${start(writing, 'div', rootStyle(writing))}${blocks.map((block) => htmlOf(writing, block)).join('')}</div>`,
  headers,
  language: writing.language,
});

/** Programs that show plain text take a line's direction from its first letter: from right to left each begins with U+200F. */
const marked = ({ direction }: Writing, text: string) =>
  direction === 'rtl' ? text.replaceAll(/^(?=.)/gm, '\u200f') : text;

const textOf = (block: Block) => (typeof block === 'string' ? block : `${block.label}: ${block.url}`);

/** Lines in the hand of Urdu (Nastaliq) collide below a height of 2. */
const fonts: Record<Direction, string> = { ltr: '16px/1.5 system-ui,sans-serif', rtl: '16px/2 system-ui,sans-serif' };
const rootStyle = ({ direction }: Writing) =>
  `;font:${fonts[direction]};max-width:36rem;margin:0 auto;padding:1rem;color:#111827`;

const alignments: Record<Direction, string> = { ltr: 'text-align:left', rtl: 'text-align:right;line-height:2' };

/** Begins an element, which says by itself how it is written: programs that show mails drop what is around it. */
const start = ({ language, direction }: Writing, tag: 'div' | 'p', style = '') =>
  `<${tag} lang="${language}" dir="${direction}" style="${alignments[direction]}${style}">`;

const htmlOf = (writing: Writing, block: Block) =>
  typeof block === 'string'
    ? `${start(writing, 'p')}${escapeHtml(block).replaceAll('\n', '<br>')}</p>`
    : `${start(writing, 'p')}<a href="${escapeHtml(block.url)}" style="display:inline-block;padding:.6rem 1.2rem;` +
      `border-radius:.4rem;background:#14532d;color:#ffffff;text-decoration:none">${escapeHtml(block.label)}</a></p>` +
      `${start(writing, 'p', ';color:#4b5563;font-size:14px')}<span dir="ltr">${escapeHtml(block.url)}</span></p>`;
