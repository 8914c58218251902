import { call } from './calls.ts';
import type { Portal } from './people.ts';
import type { Report } from './reports.ts';

/** The picture as a browser's file picker takes it. */
export const picked = (buffer: Buffer, name = 'work.jpg') => ({ name, mimeType: 'image/jpeg', buffer });

/** Adds a picture of the finished work as an administrator of the report's tehsil. */
export function addProof(portal: Portal, token: string, { id }: Pick<Report, 'id'>, jpeg: Buffer) {
  const form = () => {
    const data = new FormData();
    data.set('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'work.jpg');
    return data;
  };
  return call<{ id: string; image: string; alike: string | null }>(portal, `/reports/${id}/proof`, { token, form });
}

/** Answers a report's closure as its reporter: with a reason it is not fixed. */
export const answerClosure = (portal: Portal, token: string, { id }: Pick<Report, 'id'>, reason?: string) =>
  call(portal, `/reports/${id}/closure`, {
    token,
    json: reason === undefined ? { answer: 'fixed' } : { answer: 'not-fixed', reason },
  });
