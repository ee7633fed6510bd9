import { join } from 'node:path';
import { app } from 'electron';
import { openApp } from './app/open-app.ts';
import { beforeReady, start } from './electron/start.ts';

const out = join(import.meta.dirname, '..');

beforeReady();
// A second copy shows the first one's window and ends; two would write into one journal.
if (app.requestSingleInstanceLock()) {
  void start(openApp, {
    page: join(out, 'renderer'),
    preload: join(out, 'preload', 'index.cjs'),
    icon: join(out, '..', 'resources', 'icon.png'),
  });
} else {
  app.quit();
}
