import type { Browser } from 'playwright-core';
import { call } from './calls.ts';
import type { Portal } from './people.ts';
import type { Report } from './reports.ts';

/**
 * A picture that looks like no other but those of the same number. @param quality of JPEG, 1 to 100: another one gives another
 * file that looks alike
 */
export async function drawPicture(browser: Browser, number: number, quality = 80): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  const tile = (_: unknown, index: number) => {
    const light = Math.floor(Math.abs(Math.sin((index + 1) * (number + 1.7)) * 1e4) % 256);
    return `<i style="background:rgb(${light} ${255 - light} ${(light * 7) % 256})"></i>`;
  };
  const tiles = Array.from({ length: 72 }, tile).join('');
  await page.setContent(
    `<style>body{margin:0;display:grid;grid:repeat(8,75px)/repeat(9,100px)}</style><body>${tiles}</body>`,
  );
  const jpeg = await page.screenshot({ type: 'jpeg', quality });
  await page.close();
  return jpeg;
}

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
