import { inDocument, useListener } from '@tma/web/hooks/use-listener';
import { useRef, useState } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * An area that takes dropped files, and whether some are held over it. As long as it is mounted, a file dropped elsewhere is
 * ignored: the browser would open it in place of the page, and what was typed would be lost.
 */
export function useDrop(onFile: (file: File) => unknown) {
  const area = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const within = ({ target }: Event) => target instanceof Node && area.current?.contains(target) === true;
  useListener(inDocument, 'dragover', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(within(event));
  });
  useListener(inDocument, 'dragleave', () => setOver(false));
  useListener(inDocument, 'drop', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file && within(event)) onFile(file);
  });
  return { area, over };
}
