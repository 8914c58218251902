import type { Db } from '@tma/kit';

/** How a drawing ended: the version is stored, the picture cannot be decoded, or something else failed. */
type Ending = 'drawn' | 'refused' | 'failed';

/** Which pictures are being drawn, known to all instances. */
export interface Drawings {
  /**
   * Takes the drawing of a picture for a minute.
   * @returns 'busy' while another has it, 'none' when the picture is no more or could not be decoded before
   */
  begin(id: string): Promise<'begun' | 'busy' | 'none'>;
  /** Gives it back: at once, or some seconds after a failure. A refused picture is not tried again for a day. */
  end(id: string, ending: Ending): Promise<void>;
  /** Whether the picture still has its row. */
  exists(id: string): Promise<boolean>;
}

/** How long a picture that could not be drawn is left alone: whoever asks for it again and again costs nothing. */
const againSeconds = 10;

export const drawingsIn = (db: Db): Drawings => ({
  async begin(id) {
    const { rows } = await db.query<{ begun: boolean }>(
      `with begun as (
         update uploads set drawing_until = now() + interval '1 minute'
         where id = $1 and coalesce(drawing_until <= now(), true) and coalesce(refused_until <= now(), true)
         returning id
       )
       select exists (select from begun) as begun from uploads
       where id = $1 and coalesce(refused_until <= now(), true)`,
      [id],
    );
    if (!rows[0]) return 'none';
    return rows[0].begun ? 'begun' : 'busy';
  },

  async end(id, ending) {
    await db.query(
      `update uploads set drawing_until = now() + make_interval(secs => $2),
         refused_until = case when $3 then now() + interval '1 day' end
       where id = $1`,
      [id, ending === 'failed' ? againSeconds : 0, ending === 'refused'],
    );
  },

  async exists(id) {
    const { rowCount } = await db.query('select from uploads where id = $1', [id]);
    return rowCount === 1;
  },
});
