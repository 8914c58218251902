import { anyRow, type Db, execute, firstValue } from '@tma/kit';

/** How rendering ended: it is stored, the picture hidden, removed or lost, not to be decoded, or something else failed. */
export type Outcome = 'stored' | 'none' | 'undecodable' | 'failed';

/** Seconds for which a picture that could not be rendered is left alone: asking for it again and again costs nothing. */
const retryAfterSeconds = 10;

export type Claims = ReturnType<typeof claimsIn>;

/** Which pictures are being rendered, known to all instances. */
export const claimsIn = (db: Db) => ({
  /**
   * Claims a picture for a minute, so that one instance alone renders it.
   * @returns `busy` while another has it, `none` when there is no such picture, or it was removed, is hidden, or could not be
   * decoded before
   */
  async claim(id: string): Promise<'claimed' | 'busy' | 'none'> {
    const claimed = await firstValue<boolean>(
      db,
      `with claimed as (
         update uploads set drawing_until = now() + interval '1 minute'
         where id = $1 and not hidden and removed_at is null and coalesce(drawing_until <= now(), true) and coalesce(refused_until <= now(), true)
         returning id
       )
       select exists (select from claimed) as claimed from uploads
       where id = $1 and not hidden and removed_at is null and coalesce(refused_until <= now(), true)`,
      [id],
    );
    if (claimed === null) return 'none';
    return claimed ? 'claimed' : 'busy';
  },

  /** Gives a claim back: at once, or some seconds after a failure. An undecodable picture is not tried again for a day. */
  release: (id: string, outcome: Outcome) =>
    execute(
      db,
      `update uploads set drawing_until = now() + make_interval(secs => $2),
         refused_until = case when $3 then now() + interval '1 day' end
       where id = $1`,
      [id, outcome === 'failed' ? retryAfterSeconds : 0, outcome === 'undecodable'],
    ),

  /** Whether a picture still has its row, and is neither removed nor hidden: else no rendering of it stays. */
  exists: (id: string) => anyRow(db, 'select from uploads where id = $1 and not hidden and removed_at is null', [id]),
});
