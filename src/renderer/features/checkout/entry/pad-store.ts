import { create } from 'zustand';

/** Whether the number pad is on the screen: at once where a finger is the pointer, elsewhere when it is asked for. */
export const usePad = create<{ shown: boolean }>(() => ({
  shown: globalThis.window?.matchMedia('(pointer: coarse)').matches ?? false,
}));

export const togglePad = (): void => usePad.setState(({ shown }) => ({ shown: !shown }));
