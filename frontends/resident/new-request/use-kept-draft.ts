import { useEffect, useState } from 'react';
import { deleteDraft, type KeptDraft, newDraft, readDraft } from './draft.ts';

/** The draft that the person wrote before, undefined until it is read; and a function to start over, given that draft's key. */
export function useKeptDraft(userId: string): [KeptDraft | undefined, (key: string) => void] {
  const [kept, setKept] = useState<KeptDraft>();
  useEffect(() => {
    let mounted = true;
    void readDraft(userId).then((draft) => mounted && setKept(draft));
    return () => {
      mounted = false;
    };
  }, [userId]);
  const startOver = (key: string) => {
    void deleteDraft(userId, key);
    setKept(newDraft());
  };
  return [kept, startOver];
}
