import type { App } from '@tma/kit';
import { newIp } from './fixtures.ts';

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  body?: unknown;
  token?: string;
  ip?: string;
  headers?: Record<string, string>;
}

/** A function that calls the service as the gateway does; POST when there is a body, GET when there is none. */
export function createCaller(app: App) {
  const ownIp = newIp();
  return async (url: string, { method, body, token, headers, ip = ownIp }: Call = {}) => {
    const answer = await app.inject({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url,
      payload: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        'x-forwarded-for': ip,
        'x-supabase-api-version': '2024-01-01',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const isJson = /json/.test(String(answer.headers['content-type'])) && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson ? answer.json() : null,
    };
  };
}

export type Caller = ReturnType<typeof createCaller>;
