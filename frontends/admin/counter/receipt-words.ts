import { type Direction, directions, type Language, languageNames } from '@tma/contracts/languages';
import { formatDay } from '@tma/web/language/dates';
import { textsIn as sharedTextsIn } from '@tma/web/language/own-texts';
import { termKey } from '@tma/web/language/terms';
import { textsIn } from '../texts.ts';

type Texts = Awaited<ReturnType<typeof textsIn>>;

/** The words of a receipt in one language, whatever the page around it is in. */
export interface ReceiptWords {
  language: Language;
  direction: Direction;
  /** A text of the administration's, by its key. */
  text: (key: `counter.receipt.${keyof Texts['counter']['receipt']}`) => string;
  /** What an issue is called. */
  issue: (name: string) => string;
  /** A day, or the day of a moment in a time zone. */
  day: (value: string, zone: string) => string;
}

/** What a language's letters need beside the style of the page, which may be in another one; loaded where somebody reads it. */
const letters: Readonly<Partial<Record<Language, () => Promise<unknown>>>> = {
  ur: async () => {
    await import('@tma/web/urdu.css');
    // Before it is printed: paper shows no letters that come later.
    await document.fonts.load('1em "Noto Nastaliq Urdu"', languageNames.ur);
  },
};

/** Throws where the words of another language cannot be loaded. */
export async function receiptWords(language: Language): Promise<ReceiptWords> {
  const [own, web] = await Promise.all([textsIn(language), sharedTextsIn(language), letters[language]?.()]);
  return {
    language,
    direction: directions[language],
    text: (key) => textAt(own, key) ?? key,
    issue: (name) => textAt(web, termKey('issue', name)) ?? name,
    day: (value, zone) => formatDay(value, zone, web.dates.long, { dateStyle: 'long' }),
  };
}

/** The text at a dotted path. */
function textAt(tree: object, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], tree);
  return typeof found === 'string' ? found : undefined;
}
