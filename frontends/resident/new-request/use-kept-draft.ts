import { useEffect, useState } from 'react';
import { forgetDraft, type KeptDraft, newDraft, readDraft } from './draft.ts';

/** What the person wrote here before, undefined until it is known; and the way to begin anew, given the key of what was. */
export function useKeptDraft(userId: string): [KeptDraft | undefined, (key: string) => void] {
  const [kept, setKept] = useState<KeptDraft>();
  useEffect(() => {
    let wanted = true;
    void readDraft(userId).then((draft) => wanted && setKept(draft));
    return () => {
      wanted = false;
    };
  }, [userId]);
  const beginAnew = (key: string) => {
    void forgetDraft(userId, key);
    setKept(newDraft());
  };
  return [kept, beginAnew];
}
