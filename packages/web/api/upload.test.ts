import { afterEach, expect, it, vi } from 'vitest';
import { upload } from './upload.ts';

afterEach(() => vi.unstubAllGlobals());

/** A request over a line that has gone dead: nothing ends it but its time. */
class Dead {
  upload = {};
  timeout = 0;
  ontimeout = () => {};
  open() {}
  setRequestHeader() {}
  send() {
    if (this.timeout > 0) this.ontimeout();
  }
}

it('whoever sends over a dead line has no answer in the end', async () => {
  vi.stubGlobal('XMLHttpRequest', Dead);
  const sent = upload('POST /newrequest', { body: new FormData(), token: 'a.b.c', onProgress: () => {} });
  await expect(sent).rejects.toMatchObject({ status: 0, code: 'unreachable' });
});
