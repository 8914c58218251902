import { jwtDecode } from 'jwt-decode';

/** The claims of a JWT, null where it cannot be decoded. They are not verified: the server does that. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | null {
  try {
    return jwtDecode<Record<string, unknown> | null>(token);
  } catch {
    return null;
  }
}
