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

type Caller = { token: string } | null;

/** Calls of the service, each with the caller's token or without one. */
export function calls(reports: { url: string }) {
  const call = (who: Caller, path: string, init: RequestInit = {}) =>
    fetch(`${reports.url}${path}`, {
      ...init,
      headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...(init.headers as Record<string, string>) },
    });
  /** @param body as JSON */
  const send = (who: Caller, method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(who, path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return {
    call,
    send,
    get: (who: Caller, path: string, headers: Record<string, string> = {}) => call(who, path, { headers }),
    submit: (who: Caller, body: BodyInit = form(), headers: Record<string, string> = {}) =>
      call(who, '/newrequest', { method: 'POST', body, headers }),
    change: (who: Caller, id: string, wish: unknown, headers = {}) => send(who, 'PUT', `/reports/${id}`, wish, headers),
    answer: (who: Caller, id: string, said: unknown) => send(who, 'POST', `/reports/${id}/closure`, said),
    /** Looks at, or answers, a closure by the link of its mail. @param ip of the caller, as the gateway says it */
    byLink: (what: 'view' | 'answer', body: unknown, ip = '203.0.113.1') =>
      send(null, 'POST', `/closures/${what}`, body, { 'x-forwarded-for': ip }),
  };
}
