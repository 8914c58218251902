import type { Browser } from 'playwright-core';

interface Size {
  width: number;
  height: number;
}

/**
 * A gradient drawn on a canvas of a page, as a JPEG. Not a screenshot, which Chromium refuses at times on a busy machine.
 * @param quality of JPEG, 1 to 100
 */
export async function drawJpeg(browser: Browser, size: Size, quality: number): Promise<Buffer> {
  const page = await browser.newPage();
  const address = await page.evaluate(
    ({ width, height, quality }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('The browser has no canvas');
      const gradient = context.createLinearGradient(0, height, width, 0);
      gradient.addColorStop(0, '#234');
      gradient.addColorStop(1, '#9c6');
      context.fillStyle = gradient;
      context.fillRect(0, 0, width, height);
      return canvas.toDataURL('image/jpeg', quality / 100);
    },
    { ...size, quality },
  );
  await page.close();
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
