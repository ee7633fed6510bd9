import { create } from 'zustand';

interface TrayOpen {
  open: boolean;
  /** where the focus was, and goes back to */
  before: Element | null;
}

export const useTrayOpen = create<TrayOpen>(() => ({ open: false, before: null }));

/** Opens the tray of prints, which nothing but a person's press does, or closes it. */
export const showTray = (open: boolean): void =>
  useTrayOpen.setState(open ? { open, before: document.activeElement } : { open });
