import { create } from 'zustand';

/** Whether the number pad is on the screen: from the start where a finger is the pointer, elsewhere on demand. */
export const useNumberPad = create<{ isShown: boolean }>(() => ({
  isShown: globalThis.window?.matchMedia('(pointer: coarse)').matches ?? false,
}));

export const toggleNumberPad = (): void => useNumberPad.setState(({ isShown }) => ({ isShown: !isShown }));
