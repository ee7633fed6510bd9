import config from '../electron.vite.config.ts';

/** What only Electron needs. The page is the same for both hosts and is built on its own. */
export default { main: config.main, preload: config.preload };
