import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { lifetimes } from '@tma/contracts';
import { type Caller, isSameSecret } from '@tma/kit';
// Cookies are read and written by a library: their quoting is easily got wrong.
import { parseCookie, stringifySetCookie } from 'cookie';

const cookieName = 'device';

interface Account {
  audience: Caller['audience'];
  id: string;
}

/**
 * Browsers that have signed in to an account, recognised by a cookie. It grants no access: failed sign-ins from such a
 * browser are counted separately, so that others behind the same network address do not keep the account's owner out
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export type Devices = ReturnType<typeof createDevices>;

/** @param secret of the service, which the cookies' key is made from @param isSecure whether they need https */
export function createDevices(secret: Buffer, { isSecure }: { isSecure: boolean }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device cookie', 32));
  const sign = ({ audience, id }: Account, device: string, expires: string) =>
    createHmac('sha256', key).update([audience, id, device, expires].join('\n')).digest('base64url');
  return {
    /** The `Set-Cookie` header of a browser that has just signed in; each sign-in has an id of its own. */
    cookieFor(account: Account): string {
      const device = randomUUID();
      const expires = String(Math.floor(Date.now() / 1000) + lifetimes.device);
      const value = [device, expires, sign(account, device, expires)].join('.');
      return stringifySetCookie({
        ...{ name: cookieName, value, path: '/', maxAge: lifetimes.device },
        ...{ httpOnly: true, sameSite: 'lax', secure: isSecure },
      });
    },
    /** The id that the browser was given when it signed in to this account; null when it was not, or too long ago. */
    idOf(cookieHeader: string | undefined, account: Account): string | null {
      if (cookieHeader === undefined) return null;
      const [device = '', expires = '', signature = ''] = (parseCookie(cookieHeader)[cookieName] ?? '').split('.');
      if (!isSameSecret(signature, sign(account, device, expires))) return null;
      return Number(expires) * 1000 > Date.now() ? device : null;
    },
  };
}
