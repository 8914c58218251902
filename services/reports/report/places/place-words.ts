/**
 * The words of a place, written so that the same place looks alike in English, in Urdu and in Urdu with Latin letters: consonants and
 * digits in lower case. Vowels go, as people write them as they please and Urdu leaves most out; letters that sound alike are one, and
 * words that many places have go. What is left is ASCII: whatever the locale of a database, it has trigrams.
 */
import { plainText } from '../plain-text.ts';

/** Consonants of Urdu and Pashto by sound. Vowels, `h`, which is part of another letter or hardly heard, and all else are nothing. */
const arabic = new Map(
  Object.entries({
    b: 'ب',
    p: 'پ',
    t: 'تټٹطةۃ',
    s: 'ثسصشښ',
    j: 'جځ',
    c: 'چڅ',
    k: 'خقکكڪ',
    d: 'دډڈ',
    z: 'ذزضظژږ',
    r: 'رړڑ',
    g: 'غگګ',
    f: 'ف',
    l: 'ل',
    m: 'م',
    n: 'نںڼ',
  }).flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound] as const)),
);

/** What Latin letters sound like, in this order. */
const latin: readonly (readonly [RegExp, string])[] = [
  [/tion\b/g, 'sn'],
  [/sch/g, 'sk'],
  [/t?ch/g, 'č'],
  [/ck/g, 'k'],
  [/ce\b|c(?=[eiy])/g, 's'],
  [/d?ge\b/g, 'j'],
  [/[cq]/g, 'k'],
  [/č/g, 'c'],
  [/x/g, 'ks'],
  [/[aeiouvwyh]/g, ''],
];

function soundOf(word: string): string {
  const letters = latin.reduce((text, [pattern, sound]) => text.replaceAll(pattern, sound), word);
  return [...letters]
    .map((letter) => arabic.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^a-z\d]/g, '')
    .replaceAll(/([a-z])\1+/g, '$1');
}

/** English words that people also say in Urdu. */
const said = new Map([
  ['mosque', 'masjid'],
  ['canal', 'nehar'],
  ['bridge', 'pul'],
  ['graveyard', 'qabristan'],
  ['cemetery', 'qabristan'],
  ['square', 'chowk'],
  ['crossing', 'chowk'],
  ['shop', 'dukan'],
  ['village', 'gaon'],
  ['garden', 'bagh'],
  ['river', 'darya'],
  ['well', 'kunwan'],
  ['drain', 'nali'],
  ['bazar', 'bazaar'],
]);

/** Words of many places, and those that stand between words. */
const common = new Set(
  (
    'near next to beside behind opposite before after front of in at the and on by from street st road rd lane house no number ' +
    'ke ki ka ko k mein me men main par se aur pas paas nazd nazdeek samne saamne peeche qareeb gali galli sarak sadak mohalla ' +
    'muhalla mohallah mahalla makan ' +
    'کے کی کا کو میں پر سے اور پاس نزد نزدیک سامنے پیچھے قریب گلی سڑک محلہ روڈ سٹریٹ اسٹریٹ مکان نمبر مین'
  ).split(' '),
);

const most = 200;

/** The words of a place, as trigrams of it are compared; empty where there are none. */
export function placeWords(place: string): string {
  const words: readonly string[] = plainText(place, 'NFKC').match(/\p{L}+|\d+/gu) ?? [];
  const soundsOf = (list: readonly string[]) => list.map((word) => soundOf(said.get(word) ?? word)).filter(Boolean);
  const rare = soundsOf(words.filter((word) => !common.has(word)));
  const sounds = rare.length > 0 ? rare : soundsOf(words);
  return sounds.join(' ').slice(0, most);
}
