import { foldName } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { normalizeTehsil } from './tehsil.ts';

describe('a tehsil', () => {
  it.each(['Takht Bhai', ' takht  bhai ', 'TAKHT\u00a0BHAI', 'Ｔａｋｈｔ Bhai', 'Takht\u200b Bhai'])(
    '%s is one place',
    (name) => {
      expect(foldName(name)).toBe('takht bhai');
    },
  );
  it('keeps its capitals', () => expect(normalizeTehsil('  Garhi   Kapura ')).toBe('Garhi Kapura'));
});
