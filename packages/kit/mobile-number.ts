import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/** In characters. No number is longer, however it is written, and a long text would take long to parse. */
const longest = 40;

/**
 * A mobile number of one of these countries, in E.164; null for any other text. What mobile numbers look like changes by country
 * and year: libphonenumber-js is kept, and knows.
 * @param countries ISO 3166; a number without its country is one of the first
 */
export function mobileNumber(text: string, countries: readonly string[]): string | null {
  if (text.length > longest) return null;
  const parsed = parsePhoneNumberFromString(text, countries[0] as CountryCode);
  return parsed?.isValid() && parsed.country && countries.includes(parsed.country) ? parsed.number : null;
}
