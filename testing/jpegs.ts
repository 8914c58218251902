import type { Browser } from 'playwright-core';

interface Size {
  width: number;
  height: number;
}

/**
 * A JPEG drawn on a canvas of a page: a gradient, and over it equal tiles of these colours, row by row in nine columns. Not a
 * screenshot, which Chromium refuses at times on a busy machine. @param quality of JPEG, 1 to 100
 */
export async function drawJpeg(browser: Browser, size: Size, quality: number, tiles: string[] = []): Promise<Buffer> {
  const page = await browser.newPage();
  const address = await page.evaluate(
    ({ width, height, quality, tiles }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('The browser has no canvas');
      const gradient = context.createLinearGradient(0, height, width, 0);
      gradient.addColorStop(0, '#234');
      gradient.addColorStop(1, '#9c6');
      context.fillStyle = gradient;
      context.fillRect(0, 0, width, height);
      const columns = 9;
      const [across, down] = [width / columns, height / Math.ceil(tiles.length / columns)];
      for (const [index, color] of tiles.entries()) {
        context.fillStyle = color;
        context.fillRect((index % columns) * across, Math.floor(index / columns) * down, across, down);
      }
      return canvas.toDataURL('image/jpeg', quality / 100);
    },
    { ...size, quality, tiles },
  );
  await page.close();
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
