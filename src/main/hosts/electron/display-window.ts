import { app, type Rectangle, type Session, screen } from 'electron';
import { displayChannel } from '../../../shared/contract/display-bridge.ts';
import type { Log } from '../../base/system.ts';
import { ReloadPolicy, reloadAfterCrash } from './crash-reload.ts';
import type { CustomerDisplayParts, DisplayPlace, DisplayWindow, PresentScreen } from './customer-display.ts';
import { displayUrl, type Pages, pageScheme } from './page-protocol.ts';
import { keepPlace, makeWindow, placeKept, workAreas } from './window-factory.ts';
import { lockPermissions } from './window-locks.ts';
import { openingBounds } from './window-state.ts';

interface DisplayWindowOptions {
  /** answers the display's requests */
  serve: Pages['display'];
  preload: string;
  icon: string;
  /** where the place of a window that a person moves is kept */
  statePath: string;
  /** of its own, in memory: the display shares no cookie, storage or cache with the counter */
  session: Session;
  /** where the counter's window is now */
  counterBounds(): Rectangle | null;
  log: Log;
}

/** Electron's part of the customer's display. */
export function displayParts(options: DisplayWindowOptions): CustomerDisplayParts {
  const { session, serve } = options;
  lockPermissions(session);
  session.protocol.handle(pageScheme, serve);
  return {
    screens: () => presentScreens(options.counterBounds()),
    whenScreensChange(listener) {
      screen.on('display-added', listener);
      screen.on('display-removed', listener);
      screen.on('display-metrics-changed', listener);
      return () => {
        screen.off('display-added', listener);
        screen.off('display-removed', listener);
        screen.off('display-metrics-changed', listener);
      };
    },
    open: (place, listener) => openDisplayWindow(options, place, listener),
  };
}

function presentScreens(counter: Rectangle | null): PresentScreen[] {
  const counterOn = (counter === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(counter)).id;
  return screen.getAllDisplays().map(({ id, label, bounds }) => ({
    id: String(id),
    name: label,
    bounds: { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height },
    counter: id === counterOn,
  }));
}

function openDisplayWindow(
  options: DisplayWindowOptions,
  place: DisplayPlace,
  listener: { closed(): void; ready(): void },
): DisplayWindow {
  const { preload, icon, session, log } = options;
  const window = makeWindow({
    title: 'Konter',
    icon,
    show: false,
    preload,
    session,
    devTools: !app.isPackaged,
    // On a screen of its own it never takes the keys from the counter.
    ...(place.kind === 'screen'
      ? { ...place.bounds, frame: false, kiosk: true, focusable: false, skipTaskbar: true }
      : openingBounds(placeKept(options.statePath), workAreas())),
  });
  window.once('ready-to-show', () => window.showInactive());
  window.webContents.on('did-finish-load', () => listener.ready());
  if (place.kind === 'window') {
    window.on('close', () => {
      if (!keepPlace(window, options.statePath)) log.warn('the display’s place could not be kept');
    });
  }
  window.once('closed', () => listener.closed());
  reloadAfterCrash(window, {
    reloads: new ReloadPolicy(),
    says: 'the customer’s display died',
    log,
    onDead: () => window.destroy(),
  });
  void window.loadURL(displayUrl).catch(() => log.error('the customer’s display could not be loaded'));
  return {
    show: (view) => {
      if (!window.isDestroyed()) window.webContents.send(displayChannel, view);
    },
    close: () => {
      if (!window.isDestroyed()) window.close();
    },
  };
}
