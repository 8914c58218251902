/** A new key that nobody else has, as for an `Idempotency-Key`. Pages without HTTPS have no `randomUUID`. */
export const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
