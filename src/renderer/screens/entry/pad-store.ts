import { create } from 'zustand';

/** Whether the number pad is on the screen: at once where a finger is the pointer, elsewhere when it is asked for. */
export const usePad = create<{ shown: boolean }>(() => ({
  shown: typeof window !== 'undefined' && window.matchMedia?.('(pointer: coarse)').matches === true,
}));

export const togglePad = (): void => usePad.setState(({ shown }) => ({ shown: !shown }));
