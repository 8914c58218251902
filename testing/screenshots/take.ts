import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';

/** Takes a picture of a page once nothing on it moves. */
export async function takePicture(page: Page, whole: boolean, file: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => image.remove())));
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
  });
  const png = await page.screenshot({ fullPage: whole, animations: 'disabled', caret: 'hide' });
  await writeFile(file, await toWebp(page, png));
}

/** Several pictures side by side, each at its own width. */
export async function takeSideBySide(browser: Browser, pictures: readonly [Buffer, number][], file: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const images = pictures.map(
    ([webp, width]) => `<img width="${width}" src="data:image/webp;base64,${webp.toString('base64')}">`,
  );
  await page.setContent(
    `<body style="margin:0"><main style="display:inline-flex;gap:24px;align-items:flex-start">${images.join('')}</main>`,
  );
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const png = await page.getByRole('main').screenshot();
  await writeFile(file, await toWebp(page, png));
  await context.close();
}

/** Converts in the browser: WebP takes a fifth of the space of PNG. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const base64 = await blank.evaluate(async (source) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.82).split(',')[1] ?? '';
  }, png.toString('base64'));
  await blank.close();
  return Buffer.from(base64, 'base64');
}
