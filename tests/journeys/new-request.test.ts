import { issues } from '@tma/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, joinAdmin } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added, beginner, makePhoto, restored, slowly, typed, whole } from '../../testing/requests.ts';

const { portal, browser, jpeg, pdf } = await startJourney();
let photo: Buffer;
let office: string;

beforeAll(async () => {
  photo = await makePhoto(browser);
  office = await joinAdmin(portal, people.newResident('Mardan'));
});

const begin = beginner(portal, browser);

describe('the type comes first', () => {
  it('and says which papers are wanted; the document is asked for only then', async () => {
    const { page, context } = await begin();
    await people.expectText(page, 'Please select a request type to see more details.');
    for (const { name, documents } of issues) {
      await page.getByLabel('Issue Type').selectOption(name);
      const papers = await page.getByRole('main').getByRole('listitem').allTextContents();
      expect(papers).toEqual(documents);
      const none = page.getByText('No Documents Needed For This Request');
      expect([await none.count(), await page.getByLabel('Document (PDF)').count()]).toEqual(
        documents.length > 0 ? [0, 1] : [1, 0],
      );
    }
    expect(await page.getByLabel('Document (PDF)').getAttribute('accept')).toBe('.pdf');
    await context.close();
  });

  it('a document picked for another type is not sent', async () => {
    const { page, context, token } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg, document: pdf });
    await page.getByLabel('Issue Type').selectOption('Side Walk Repair');
    await people.submitRequest(page);
    await added(page);
    const [report] = await ownReports(portal, token);
    const rows = await call<{ id: string; document: string | null }[]>(portal, '/adminrequests', { token: office });
    expect(rows.find(({ id }) => id === report?.id)).toMatchObject({ document: null });
    await context.close();
  });
});

describe('what is not in order is said before anything is sent', () => {
  it('missing names, in order, blanks included; the picture once nothing else is missing; with them what is wrong with one', async () => {
    const { page, context } = await begin();
    await people.submitRequest(page);
    await people.expectText(page, 'Please fill in all required fields. Missing: issue, location, description');
    await page.getByLabel('Issue Type').selectOption('Side Walk Repair');
    await page.getByLabel('Location').fill('   ');
    await page.getByLabel('Description').fill('It is broken.');
    await people.submitRequest(page);
    await page.getByText('Please fill in all required fields. Missing: location', { exact: true }).waitFor();
    await page.getByLabel('Location').fill('Bank Road');
    await people.submitRequest(page);
    await people.expectText(page, 'Please select an image file.');

    // One that is still being decoded is waited for.
    await page.getByLabel('Location').fill('');
    await page.evaluate(() => {
      const decoding = Promise.withResolvers();
      const fail = () => decoding.reject(new DOMException('', 'InvalidStateError'));
      Object.assign(globalThis, { fail, createImageBitmap: () => decoding.promise });
    });
    const file = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no picture') };
    await page.getByLabel('Image').setInputFiles(file);
    await people.submitRequest(page);
    await page.evaluate(() => (globalThis as unknown as { fail: () => void }).fail());
    await people.expectText(page, 'Please fill in all required fields. Missing: location');
    await people.expectText(page, 'Please select a valid image file (JPEG/PNG).');
    await context.close();
  });

  it('a file of the wrong kind, in either field', async () => {
    const { page, context, token } = await begin();
    for (const [label, file, text] of [
      ['Image', { name: 'notes.txt', mimeType: 'text/plain' }, 'Please select a valid image file (JPEG/PNG).'],
      ['Image', { name: 'IMG_0001.HEIC', mimeType: 'image/heic' }, /valid image file \(JPEG\/PNG\)\. .* HEIC/],
      ['Document (PDF)', { name: 'scan.png', mimeType: 'image/png' }, 'Please select a valid PDF file.'],
    ] as const) {
      await people.fillRequest(page, portal, { ...whole, image: jpeg });
      await page.getByLabel(label).setInputFiles({ ...file, buffer: Buffer.from('neither of them') });
      await people.expectText(page, text);
      await people.submitRequest(page);
      await people.expectText(page, text);
    }
    expect(await ownReports(portal, token)).toEqual([]);
    await context.close();
  });
});

describe('the picture', () => {
  it('is dropped on the field, shown, and removed; at a desk no camera is asked for it', async () => {
    const { page, context } = await begin();
    const transfer = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'light.jpg', { type: 'image/jpeg' }));
      return data;
    }, Array.from(jpeg));
    await page.getByText('Image', { exact: true }).dispatchEvent('drop', { dataTransfer: transfer });
    const preview = page.getByRole('img', { name: 'Preview of light.jpg' });
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
    await page.getByRole('button', { name: 'Remove' }).click();
    expect(await preview.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Take a photo' }).count()).toBe(0);
    expect(await page.getByLabel('Image').evaluate((picker: HTMLInputElement) => picker.files?.length)).toBe(0);
    await context.close();
  });

  it('that misses the field does not take the page away', async () => {
    const { page, context } = await begin();
    await page.getByLabel('Location').fill('Bank Road');
    const prevented = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'light.jpg', { type: 'image/jpeg' }));
      return !heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    expect(prevented).toBe(true);
    expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await context.close();
  });

  it('of a phone is made smaller before it is sent, and stands upright', async () => {
    const { page, context } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: photo, names: ['IMG_0001.jpeg'] });
    const sizeToSend = () =>
      page.getByLabel('Image').evaluate(async (picker: HTMLInputElement) => {
        const { width, height } = await createImageBitmap(picker.files?.[0] as File);
        return [width, height];
      });
    await expect.poll(sizeToSend).toEqual([1920, 2560]);
    await people.submitRequest(page);
    await added(page);
    const shown = page.getByRole('article').getByRole('img');
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
      .toBeCloseTo(0.75, 1);
    await context.close();
  });

  it('can be taken with the camera of a phone, or chosen from its gallery', async () => {
    const { page, context } = await begin({ hasTouch: true, isMobile: true });
    expect(await page.getByLabel('Image').getAttribute('capture')).toBeNull();
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take a photo' }).tap();
    const camera = await opened;
    expect(await camera.element().getAttribute('capture')).toBe('environment');
    await camera.setFiles({ name: 'now.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await page.getByRole('img', { name: 'Preview of now.jpg' }).waitFor();
    await context.close();
  });
});

describe('sending', () => {
  it('shows how far it is, and can be stopped without losing anything', async () => {
    const { page, context, token } = await begin();
    const noise = Buffer.concat([jpeg, Buffer.alloc(1_000_000)]);
    await people.fillRequest(page, portal, { ...whole, image: noise });
    const quickly = await slowly(page, 200_000);
    await people.submitRequest(page);
    const bar = page.getByRole('progressbar');
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0.1);
    expect(await page.getByRole('button', { name: 'Submitting...' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await people.expectText(
      page,
      'Sending was stopped. What you wrote is kept here; sent again, it is still one request.',
    );
    expect(await typed(page, 'Description')).toBe(whole.description);
    await quickly();
    await people.submitRequest(page);
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('refused for one of its texts says so beside that field, too', async () => {
    const { page, context } = await begin();
    // As it is pasted from two cells of a table.
    await people.fillRequest(page, portal, { ...whole, location: 'Bank Road\tMardan', image: jpeg });
    await people.submitRequest(page);
    await people.expectText(page, 'Failed to submit request: location: must not contain control characters');
    await page.getByText('must not contain control characters', { exact: true }).waitFor();
    expect(await page.getByLabel('Location').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Location').fill(whole.location);
    await people.submitRequest(page);
    await added(page);
    await context.close();
  });

  it('twice by a double click is once', async () => {
    const { page, context, token } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/newrequest')) sent += 1;
    });
    await page.getByRole('button', { name: 'Submit Request' }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await added(page);
    expect(sent).toBe(1);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  // By its writer: waiting-once.test.ts.
  it('again by the page, after the answer was lost and a reload, makes no second report', async () => {
    const { page, context, token } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    let isLost = false;
    await page.route('**/newrequest', async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await people.submitRequest(page);
    await people.expectText(page, 'Failed to submit the request. Please try again.');
    await people.expectText(page, 'What you wrote is kept in this browser until it is sent.');
    await page.reload();
    await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await page.getByRole('article').getByText('Open', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Waiting to be sent').count()).toBe(0);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('with a session that has ended asks to sign in again, and the form is there afterwards', async () => {
    const { page, context, resident } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    await page.route('**/newrequest', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'The session has ended' } })
        : route.continue(),
    );
    await people.submitRequest(page);
    await people.expectText(page, 'Authentication required. Please sign in again.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Go to Sign In' }).click();
    await page.getByLabel('Email').fill(resident.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(resident.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(/newrequest|userDashboard/);
    await page.goto(`${portal.portal}/newrequest`);
    await people.expectText(page, restored);
    await people.submitRequest(page);
    await added(page);
    await context.close();
  });

  it.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('keeps the day of the schedule in %s', async (timezoneId) => {
    const { page, context } = await begin({ timezoneId, locale: 'de-DE' });
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    await page.getByLabel('Schedule (optional)').fill('2027-03-05');
    await people.submitRequest(page);
    await added(page);
    await people.expectText(page, 'Scheduled: March 5, 2027');
    await context.close();
  });

  it('goes by keyboard alone', async () => {
    const { page, context } = await begin({ viewport: { width: 1280, height: 900 } });
    const { keyboard } = page;
    await page.getByLabel('Issue Type').focus();
    await keyboard.type('Side');
    await keyboard.press('Tab');
    // Nothing is reported at a place like it, which would be offered before the next field.
    await keyboard.type('Quarry Steps');
    await page.getByRole('button', { name: 'Use my position' }).waitFor();
    // Past that and `Show on a map`.
    for (const _ of ['position', 'map', 'description']) await keyboard.press('Tab');
    await keyboard.type(whole.description);
    await keyboard.press('Tab');
    const opened = page.waitForEvent('filechooser');
    await keyboard.press('Space');
    await (await opened).setFiles({ name: 'light.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await page.getByRole('img', { name: /Preview/ }).waitFor();
    await page.getByLabel('Schedule').focus();
    await keyboard.press('Enter');
    await added(page);
    await page.getByRole('article').filter({ hasText: 'Side Walk Repair' }).waitFor();
    await context.close();
  });
});
