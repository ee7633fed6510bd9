import { BrowserWindow, type BrowserWindowConstructorOptions, type Session } from 'electron';
import { securePreferences } from './web-preferences.ts';

export type WindowWish = Omit<BrowserWindowConstructorOptions, 'webPreferences'> & {
  preload?: string;
  session?: Session;
  devTools: boolean;
};

/** The only place where windows are made, so that none is made without the secure preferences. */
export function makeWindow({ preload, session, devTools, ...wish }: WindowWish): BrowserWindow {
  return new BrowserWindow({
    ...wish,
    webPreferences: {
      ...(preload === undefined ? {} : { preload }),
      ...(session === undefined ? {} : { session }),
      devTools,
      ...securePreferences,
    },
  });
}
