import { pagePath } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';

/** When the answer last changed. */
const changeset = '2026-11-25T00:00:00Z';

/** Where Open311 is answered, and how. */
export const open311Discovery =
  ({ config: { PUBLIC_URL, NODE_ENV } }: Pick<Open311, 'config'>): Handler<'open311Discovery'> =>
  ({ params }, _request, reply) =>
    answer(reply, params.format, 'discovery', {
      changeset,
      contact: `${PUBLIC_URL}${pagePath('contact')}`,
      key_service: `The head of an office gives keys: ${PUBLIC_URL}${pagePath('contact')}`,
      endpoints: [
        {
          specification: 'http://wiki.open311.org/GeoReport_v2',
          url: `${PUBLIC_URL}/open311/v2`,
          changeset,
          type: NODE_ENV === 'production' ? 'production' : 'test',
          formats: ['application/json', 'application/xml'],
        },
      ],
    });
