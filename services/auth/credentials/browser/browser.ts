/** The mark of each browser in a `User-Agent`. The first that fits counts: each browser also names those below it. */
const browsers: readonly [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];
const systems: readonly [sign: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Only so much of a header is read: no browser's is longer. */
const mostCharacters = 512;

/**
 * The name of a browser from its `User-Agent`: `Chrome on Android`. Only names from this file are used, so that no text
 * of the caller is stored; `Unknown browser` where none fits.
 */
export function browserOf(userAgent: string | undefined): string {
  const given = (userAgent ?? '').slice(0, mostCharacters);
  const nameIn = (names: typeof browsers) => names.find(([sign]) => sign.test(given))?.[1];
  const browser = nameIn(browsers) ?? 'Unknown browser';
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
