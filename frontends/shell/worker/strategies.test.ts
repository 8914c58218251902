import { describe, expect, it } from 'vitest';
import { filesOf } from './remotes.ts';
import { strategyOf } from './strategies.ts';

const portal = 'https://portal.example';

/** What a page asks for: method and path, how (a navigation, or else), a header; and how the worker answers it. */
const table: [method: string, path: string, how: 'navigate' | 'cors' | 'no-cors', header: string, answer: unknown][] = [
  ['GET', '/', 'navigate', '', 'document'],
  ['GET', '/figures?tehsil=Mardan', 'navigate', '', 'document'],
  ['GET', '/userDashboard?tab=mycomplaints', 'navigate', '', 'document'],
  ['GET', '/newrequest', 'navigate', '', 'document'],
  ['GET', '/reset-password?token_hash=secret', 'navigate', '', 'document'],
  ['GET', '/unsubscribe?token=secret', 'navigate', '', null],
  ['GET', '/auth/v1/verify?token=secret', 'navigate', '', null],
  ['GET', '/download-pdf/42', 'navigate', '', null],
  ['GET', '/nothing-here', 'navigate', '', null],
  ['GET', '/r/TMA-7CV3X4JW', 'navigate', '', null],
  ['GET', '/privacy', 'navigate', '', 'document'],
  ['POST', '/newrequest', 'navigate', '', null],
  ['GET', '/main.0123456789.js', 'no-cors', '', 'kept'],
  ['GET', '/noto-nastaliq-urdu.0123456789.woff2', 'cors', '', 'kept'],
  ['GET', '/remotes/resident/133.ecad645f0d.js', 'no-cors', '', 'kept'],
  ['GET', '/remotes/admin/remoteEntry.1018b72c33.js', 'no-cors', '', 'kept'],
  ['GET', '/remotes/admin/remoteEntry.1018b72c33.js', 'no-cors', 'range', null],
  ['HEAD', '/main.0123456789.js', 'no-cors', '', null],
  ['GET', '/worker.js', 'no-cors', '', null],
  ['GET', '/uploads/019a.0123456789.png', 'no-cors', '', null],
  ['GET', '/uploads/019a7c2e.webp?w=480', 'no-cors', '', null],
  ['GET', '/remotes.json', 'cors', '', 'kept'],
  ['HEAD', '/remotes.json', 'cors', '', null],
  ['GET', '/remotes/resident/mf-manifest.json', 'cors', '', 'kept'],
  ['GET', '/remotes/resident/mf-manifest.json?token=secret', 'cors', '', null],
  ['GET', '/rest/v1/requests?select=*', 'cors', 'authorization', null],
  ['GET', '/adminrequests.csv', 'cors', 'authorization', null],
  ['GET', '/reports/42/closure', 'cors', 'authorization', null],
  ['POST', '/closures/view', 'cors', '', null],
  ['PUT', '/reports/42', 'cors', 'authorization', null],
  ['GET', '/api/config', 'cors', '', null],
  ['GET', '/auth/v1/user', 'cors', 'authorization', null],
];

describe('the worker', () => {
  it.each(table)('%s %s (%s, %s): %s', (method, path, mode, header, answer) => {
    const headers = new Headers(header === '' ? {} : { [header]: 'bytes=0-1' });
    expect(strategyOf({ method, url: portal + path, mode, headers }, portal)).toBe(answer);
  });

  it('leaves other origins alone', () => {
    const elsewhere = {
      method: 'GET',
      url: 'https://elsewhere.example/',
      mode: 'navigate',
      headers: new Headers(),
    } as const;
    expect(strategyOf(elsewhere, portal)).toBeNull();
  });
});

it('a build of a remote is all files that its manifest names but for what draws maps, each once', () => {
  const manifest = {
    metaData: { remoteEntry: { path: '', name: 'remoteEntry.1018b72c33.js' } },
    exposes: [
      {
        assets: {
          js: { sync: ['a.js'], async: ['b.js', 'a.js', 'map.1018b72c33.js'] },
          css: { sync: [], async: ['b.css'] },
        },
      },
    ],
  };
  expect(filesOf(manifest, `${portal}/remotes/resident/mf-manifest.json`)).toEqual(
    ['remoteEntry.1018b72c33.js', 'a.js', 'b.js', 'b.css'].map((name) => `${portal}/remotes/resident/${name}`),
  );
});
