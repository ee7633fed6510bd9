import { EventEmitter } from 'node:events';

/**
 * A stand-in for Electron's main process, enough to run Konter's entry in plain Node. It notes what is done to it, in
 * order, and lets the test that started the process call, fetch and quit by messages.
 */
const notes: string[] = [];
const calls = new Map<string, (event: unknown, ...given: unknown[]) => Promise<unknown>>();
const protocols = new Map<string, (request: unknown) => Promise<Response>>();
const sent: unknown[] = [];
const folder = process.env['FAKE_ELECTRON_USER_DATA'] ?? '';

let quitting = false;
class FakeApp extends EventEmitter {
  isPackaged = true;
  enableSandbox = (): void => note('enableSandbox');
  whenReady = async (): Promise<void> => note('whenReady');
  getPath = (): string => folder;
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
  id = 1;
  print = (): void => note('print');
  getPrintersAsync = async (): Promise<unknown[]> => [];
  setWindowOpenHandler = (): void => note('setWindowOpenHandler');
  send = (_channel: string, event: unknown): void => {
    sent.push(event);
  };
}

class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = [];
  static getAllWindows = (): FakeWindow[] => FakeWindow.all;
  webContents = new FakeContents();
  constructor(options: unknown) {
    super();
    FakeWindow.all.push(this);
    process.send?.({ window: options });
    app.emit('web-contents-created', {}, this.webContents);
  }
  isDestroyed = (): boolean => false;
  loadURL = async (url: string): Promise<void> => {
    note(`load ${url}`);
    process.send?.({ opened: url });
  };
}

const fakeSession = () => ({
  protocol: { handle: () => note('slip protocol') },
  setPermissionRequestHandler: () => note('permission request'),
  setPermissionCheckHandler: () => note('permission check'),
  setDevicePermissionHandler: () => note('device permission'),
});

function note(what: string): void {
  notes.push(what);
}

export const app = new FakeApp();
export const BrowserWindow = FakeWindow;
export const dialog = { showErrorBox: (_title: string, text: string) => process.send?.({ errorBox: text }) };
export const ipcMain = {
  handle: (channel: string, serve: (event: unknown, ...given: unknown[]) => Promise<unknown>) =>
    calls.set(channel, serve),
};
export const Menu = { setApplicationMenu: () => note('menu'), buildFromTemplate: () => null };
export const net = { isOnline: () => true };
export const powerMonitor = new EventEmitter();
export const protocol = {
  registerSchemesAsPrivileged: () => note('privileged schemes'),
  handle: (scheme: string, serve: (request: unknown) => Promise<Response>) => protocols.set(scheme, serve),
};
export const safeStorage = { isAsyncEncryptionAvailable: async () => false };
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
export const session = { defaultSession: fakeSession(), fromPartition: fakeSession };

type Ask = { id: number; call?: string; input?: unknown; fetch?: string; notes?: true; sent?: true; quit?: true };

process.on('message', (ask: Ask) => void serve(ask));

async function serve(ask: Ask): Promise<void> {
  const event = { sender: { id: 1 }, senderFrame: { url: 'app://konter/', parent: null } };
  let answer: unknown = null;
  if (ask.call !== undefined) answer = await calls.get(ask.call)?.(event, ask.input ?? undefined);
  if (ask.fetch !== undefined) {
    const response = await protocols.get('app')?.({ url: ask.fetch, method: 'GET' });
    answer = response && {
      status: response.status,
      policy: response.headers.get('content-security-policy'),
      text: await response.text(),
    };
  }
  if (ask.notes) answer = notes;
  if (ask.sent) answer = sent;
  process.send?.({ id: ask.id, answer });
  if (ask.quit) app.quit();
}
