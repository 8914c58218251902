import type { Locator } from 'playwright-core';
import decode from 'qr/decode.js';

/** So many points of the picture that is read for each of the code. */
const scale = 4;

/** What whoever scans a drawn code reads. */
export async function scan(code: Locator): Promise<string> {
  const viewBox = (await code.getAttribute('viewBox')) ?? '';
  const path = (await code.locator('path').getAttribute('d')) ?? '';
  const side = Number(viewBox.split(' ')[2]) * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) * scale + row) * side + Number(x) * scale) * 4;
      for (let point = 0; point < scale; point += 1) data.fill(0, start + point * 4, start + point * 4 + 3);
    }
  return decode({ width: side, height: side, data });
}
