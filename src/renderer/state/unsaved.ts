import { useId, useLayoutEffect } from 'react';
import { create } from 'zustand';

interface Unsaved {
  /** the forms on screen whose input is not saved */
  forms: ReadonlySet<string>;
  /** what was about to take them off the screen; null: nothing is asked */
  leaving: (() => void) | null;
}

export const useUnsaved = create<Unsaved>(() => ({ forms: new Set(), leaving: null }));

/** Runs what takes forms off the screen: at once, or once a person has agreed to lose what they typed. */
export function leaveForms(leave: () => void): void {
  if (useUnsaved.getState().forms.size === 0) leave();
  else useUnsaved.setState({ leaving: leave });
}

/** Forgets what is typed, and leaves. */
export function discardForms(): void {
  const { leaving } = useUnsaved.getState();
  useUnsaved.setState({ forms: new Set(), leaving: null });
  leaving?.();
}

export const stayWithForms = (): void => useUnsaved.setState({ leaving: null });

/** Marks a form on screen as unsaved. A layout effect: the next key already asks. */
export function useUnsavedForm(isDirty: boolean): void {
  const id = useId();
  useLayoutEffect(() => {
    if (!isDirty) return leaveIfSaved();
    useUnsaved.setState(({ forms }) => ({ forms: new Set([...forms, id]) }));
    return () => useUnsaved.setState(({ forms }) => ({ forms: new Set([...forms].filter((each) => each !== id)) }));
  }, [isDirty, id]);
}

/** Who saves and goes elsewhere at once is asked only until it is saved. */
export function leaveIfSaved(): void {
  if (useUnsaved.getState().forms.size === 0) discardForms();
}

/** The window asks too before it closes; a reload by the program does not, since it runs `discardForms` first. */
export function guardUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (useUnsaved.getState().forms.size > 0) event.preventDefault();
  });
}
