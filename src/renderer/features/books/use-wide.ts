import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 1536px)');

function listen(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** Whether a chart and its table have room side by side. */
export const useWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);
