import { issueNames } from '@tma/contracts';

export type FormParts = Record<string, string | Blob | undefined>;
/** A valid form; `changes` replaces parts of it, undefined removes them. */
export function form(changes: FormParts = {}): FormData {
  const whole: FormParts = {
    issue: issueNames[0],
    location: 'Bazaar road 5',
    description: 'Dust everywhere.',
    image: new Blob(['picture'], { type: 'image/png' }),
    ...changes,
  };
  const data = new FormData();
  for (const [name, value] of Object.entries(whole)) if (value !== undefined) data.append(name, value);
  return data;
}

/** Calls of the service, each with the caller's token or without one. */
export function calls(reports: { url: string }) {
  const call = (who: { token: string } | null, path: string, init: RequestInit = {}) =>
    fetch(`${reports.url}${path}`, {
      ...init,
      headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...(init.headers as Record<string, string>) },
    });
  return {
    call,
    get: (who: { token: string } | null, path: string, headers: Record<string, string> = {}) =>
      call(who, path, { headers }),
    submit: (who: { token: string }, body: BodyInit = form(), headers: Record<string, string> = {}) =>
      call(who, '/newrequest', { method: 'POST', body, headers }),
    change: (who: { token: string } | null, id: string, wish: unknown, headers: Record<string, string> = {}) =>
      call(who, `/reports/${id}`, {
        method: 'PUT',
        body: JSON.stringify(wish),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    answer: (who: { token: string } | null, id: string, said: unknown) =>
      call(who, `/reports/${id}/closure`, {
        method: 'POST',
        body: JSON.stringify(said),
        headers: { 'content-type': 'application/json' },
      }),
    /** Looks at, or answers, a closure by the link of its mail. @param ip of the caller, as the gateway says it */
    byLink: (what: 'view' | 'answer', body: unknown, ip = '203.0.113.1') =>
      call(null, `/closures/${what}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      }),
  };
}
