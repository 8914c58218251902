import { useEffect, useRef } from 'react';

/** Whether the component is still mounted: what it started may end later. */
export function useIsMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
