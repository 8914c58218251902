import { request } from 'undici';
import { join, joinAdmin } from '../testing/calls.ts';
import { newResident, type Portal, password } from '../testing/people.ts';
import { sampleForm } from './sample-form.ts';

/** One call; throws when its answer is not the one expected. */
export type Ask = () => Promise<void>;

/** Calls of residents, administrators and visitors in the mixture of a day: of 50 calls one submits and two sign in. */
export async function mixedCalls(portal: Portal): Promise<Ask[]> {
  const [first] = (await (await fetch(`${portal.portal}/api/gettehsils`)).json()) as { tehsil: string }[];
  const tehsil = first?.tehsil ?? '';
  const person = newResident(tehsil);
  const resident = { authorization: `Bearer ${await join(portal, person)}` };
  const admin = { authorization: `Bearer ${await joinAdmin(portal, newResident(tehsil))}` };
  const { type, body } = await sampleForm();

  const ask = async (path: string, options: { headers?: Record<string, string>; body?: string | Buffer } = {}) => {
    const answer = await request(portal.portal + path, { method: options.body ? 'POST' : 'GET', ...options });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return text;
  };
  const submit = () => ask('/newrequest', { headers: { ...resident, 'content-type': type }, body });
  const { image } = JSON.parse(await submit()) as { image: string };
  const get =
    (path: string, headers: Record<string, string> = {}) =>
    async () =>
      void (await ask(path, { headers }));
  const post = (path: string, json: object) => async () =>
    void (await ask(path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }));

  const reads = [
    get('/rest/v1/requests?select=*&order=created_at.desc&limit=50', resident),
    get('/adminrequests', admin),
    get(`/${image}?w=480`),
    get('/', { accept: 'text/html' }),
    get('/rest/v1/usersdb?select=*', resident),
    get('/adminrequests/counts', admin),
    get('/rest/v1/tehsils?select=tehsil'),
    get(`/api/stats?tehsil=${encodeURIComponent(tehsil)}`),
  ];
  const signIn = post('/auth/v1/token?grant_type=password', { email: person.email, password });
  return Array.from({ length: 50 }, (_, index) => {
    if (index === 0) return async () => void (await submit());
    return index % 25 === 10 ? signIn : (reads[index % reads.length] ?? signIn);
  });
}
