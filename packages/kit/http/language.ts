import type { IncomingHttpHeaders } from 'node:http';
import { defaultLanguage, isLanguage, type Language } from '@tma/contracts/languages';

/** The cookie in which a device keeps the language that was chosen on it. */
const chosen = /(?:^|;)\s*lang=\s*"?([\w-]+)/;

/** The languages of `Accept-Language` (RFC 9110, 12.5.4), the most preferred first, without their regions. */
function accepted(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language = '' }) => language);
}

/**
 * The language of a document for this request: that of the cookie `lang`, else the first of `Accept-Language` that the
 * portal has, else the default. The answer has to say `Vary: Cookie, Accept-Language`.
 */
export function languageOf({
  cookie = '',
  'accept-language': header = '',
}: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): Language {
  const wanted = [chosen.exec(cookie)?.[1] ?? '', ...accepted(header)];
  return wanted.find(isLanguage) ?? defaultLanguage;
}
