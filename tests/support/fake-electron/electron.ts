import { EventEmitter } from 'node:events';

/**
 * A stand-in for Electron's main process, enough to run Konter's entry in plain Node. It notes what is done to it, in
 * order, and lets the test that started the process call, fetch and quit by messages.
 */
const notes: string[] = [];
const calls = new Map<string, (event: unknown, ...args: unknown[]) => Promise<unknown>>();
const protocols = new Map<string, (request: unknown) => Promise<Response>>();
const sent: unknown[] = [];
const folder = process.env['FAKE_ELECTRON_USER_DATA'] ?? '';

let quitting = false;
class FakeApp extends EventEmitter {
  isPackaged = true;
  commandLine = {
    hasSwitch: (name: string): boolean => process.argv.includes(`--${name}`),
    getSwitchValue: (): string => '',
  };
  relaunch = (): void => {
    note('relaunch');
    process.send?.({ relaunched: true });
  };
  getLoginItemSettings = () => ({ openAtLogin: false });
  setLoginItemSettings = (settings: unknown): void => note(`login ${JSON.stringify(settings)}`);
  enableSandbox = (): void => note('enableSandbox');
  whenReady = async (): Promise<void> => note('whenReady');
  getPath = (): string => folder;
  setPath = (name: string, path: string): void => note(`path ${name} ${path}`);
  getVersion = (): string => '0.0.0-test';
  requestSingleInstanceLock = (): boolean => process.env['FAKE_ELECTRON_SECOND'] !== '1';
  quit = (): void => {
    note('quit');
    if (quitting || this.listenerCount('before-quit') === 0) process.exit(0);
    quitting = true;
    this.emit('before-quit', { preventDefault: () => note('held up') });
  };
  exit = (code: number): void => process.exit(code);
}

class FakeContents extends EventEmitter {
  static count = 0;
  id = ++FakeContents.count;
  reload = (): void => note('reload');
  print = (): void => note('print');
  getPrintersAsync = async (): Promise<unknown[]> => [];
  setWindowOpenHandler = (): void => note('setWindowOpenHandler');
  send = (channel: string, event: unknown): void => {
    sent.push(channel === 'konter:event' ? event : { channel, event });
  };
}

class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = [];
  static getAllWindows = (): FakeWindow[] => FakeWindow.all;
  webContents = new FakeContents();
  constructor(options: unknown) {
    super();
    FakeWindow.all.push(this);
    process.send?.({ window: JSON.parse(JSON.stringify(options)) });
    app.emit('web-contents-created', {}, this.webContents);
  }
  destroyed = false;
  isDestroyed = (): boolean => this.destroyed;
  isMinimized = (): boolean => true;
  restore = (): void => note('restore');
  focus = (): void => note('focus');
  show = (): void => note('show');
  showInactive = (): void => note('show inactive');
  isFullScreen = (): boolean => false;
  isMaximized = (): boolean => false;
  getBounds = () => ({ x: 3000, y: 0, width: 1200, height: 800 });
  getNormalBounds = () => this.getBounds();
  setBounds = (bounds: unknown): void => note(`bounds ${JSON.stringify(bounds)}`);
  setKiosk = (on: boolean): void => note(`kiosk ${on}`);
  /** as a person closes it */
  close = (): void => {
    let held = false;
    this.emit('close', { preventDefault: () => (held = true) });
    if (held) note('close refused');
    else this.destroy();
  };
  destroy = (): void => {
    if (this.destroyed) return;
    this.destroyed = true;
    FakeWindow.all = FakeWindow.all.filter((window) => window !== this);
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (FakeWindow.all.length === 0) app.emit('window-all-closed');
  };
  loadURL = async (url: string): Promise<void> => {
    note(`load ${url}`);
    process.send?.({ opened: url });
  };
}

const fakeSession = (partition = '') => ({
  protocol: {
    isProtocolHandled: () => protocols.has(partition),
    handle: (_scheme: string, serve: (request: unknown) => Promise<Response>) => protocols.set(partition, serve),
  },
  setPermissionRequestHandler: () => note('permission request'),
  setPermissionCheckHandler: () => note('permission check'),
  setDevicePermissionHandler: () => note('device permission'),
  on: (event: string) => note(event),
});

function note(line: string): void {
  notes.push(line);
}

export const app = new FakeApp();
export const BrowserWindow = FakeWindow;
export const dialog = {
  showErrorBox: (_title: string, text: string) => process.send?.({ errorBox: text }),
  /** answered with the button that the test chose beforehand */
  showMessageBox: async ({ message }: { message: string }) => {
    process.send?.({ messageBox: message });
    return { response: Number(process.env['FAKE_ELECTRON_BUTTON'] ?? 0) };
  },
};
export const ipcMain = {
  handle: (channel: string, serve: (event: unknown, ...args: unknown[]) => Promise<unknown>) =>
    calls.set(channel, serve),
};
export const Menu = { setApplicationMenu: () => note('menu'), buildFromTemplate: () => null };
export const net = { isOnline: () => true };
export const powerMonitor = new EventEmitter();
export const protocol = {
  registerSchemesAsPrivileged: () => note('privileged schemes'),
  handle: (scheme: string, serve: (request: unknown) => Promise<Response>) => protocols.set(scheme, serve),
};
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => false,
  decryptStringAsync: () => Promise.reject(new Error('temporarily unavailable')),
};
/** One after the other to the right; a test says how many there are, also while the program runs. */
let screens = screensOf(Number(process.env['FAKE_ELECTRON_SCREENS'] ?? 1));
function screensOf(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const bounds = { x: at * 1920, y: 0, width: 1920, height: 1080 };
    return { id: at + 1, label: `screen ${at + 1}`, bounds, workArea: bounds };
  });
}
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => screens,
  getPrimaryDisplay: () => screens[0],
  /** the counter's window is on the first one */
  getDisplayMatching: () => screens[0],
});
export const session = { defaultSession: fakeSession(), fromPartition: fakeSession };

type ParentMessage = {
  id: number;
  call?: string;
  input?: unknown;
  fetch?: string;
  /** fetches from the protocol of another session */
  of?: string;
  notes?: true;
  sent?: true;
  quit?: true;
  /** something happens to the newest window's page, to the window, or to the machine */
  page?: [string, ...unknown[]];
  window?: [string, ...unknown[]];
  power?: string;
  display?: string;
  /** the number of screens from now on */
  screens?: number;
  app?: string;
  throw?: true;
};

function throwAway(): never {
  throw new RangeError('081234567890');
}

process.on('message', (message: ParentMessage) => void serve(message));

async function serve(message: ParentMessage): Promise<void> {
  const event = { sender: { id: 1 }, senderFrame: { url: 'app://konter/', parent: null } };
  let answer: unknown = null;
  if (message.call !== undefined) answer = await calls.get(message.call)?.(event, message.input ?? undefined);
  if (message.fetch !== undefined) {
    const response = await protocols.get(message.of ?? 'app')?.(new Request(message.fetch));
    answer = response && {
      status: response.status,
      policy: response.headers.get('content-security-policy'),
      text: await response.text(),
    };
  }
  const newest = FakeWindow.all.at(-1);
  if (message.page) {
    const [name, details, ...more] = message.page;
    newest?.webContents.emit(name, { ...Object(details), preventDefault: () => note(`${name} prevented`) }, ...more);
  }
  if (message.window?.[0] === 'close') newest?.close();
  else if (message.window) newest?.emit(...message.window);
  if (message.power !== undefined) powerMonitor.emit(message.power, { preventDefault: () => note('shutdown held up') });
  if (message.screens !== undefined) screens = screensOf(message.screens);
  if (message.display !== undefined) screen.emit(message.display);
  if (message.app !== undefined) app.emit(message.app);
  if (message.throw) setImmediate(() => throwAway());
  if (message.notes) answer = notes;
  if (message.sent) answer = sent;
  process.send?.({ id: message.id, answer });
  if (message.quit) app.quit();
}
