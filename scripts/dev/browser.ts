import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join, sep } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { createServer, mergeConfig, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite';
import { openAddress } from '../../src/main/hosts/browser/open-address.ts';
import { createPageSession } from '../../src/main/hosts/browser/session-auth.ts';
import { counterSources, projectDir, say } from '../project.ts';
import { HostMessage, type StartHost } from './host.ts';
import { moduleScript } from './pages.ts';

export interface BrowserDevOptions {
  /** the port of the page; null for the default or, when that is taken, the next free one */
  port: number | null;
  /** a free port for the host behind it */
  hostPort: number;
  dataDir: string;
  /** opens the system's browser */
  open: boolean;
}

const defaultPort = 4820;
/** One save of an editor, or one checkout, is several events. */
const settleMs = 40;
/** What the host serves and the dev server does not, as Vite writes a pattern. */
const hostPaths =
  '^/(api/|events|session|favicon.ico|signed-out|print/|files/|statements/|display/session|display/events)';
const hostFolders = [...counterSources, 'src/shared'].map((folder) => join(projectDir, folder));
/** Runs in the page, so Vite reloads it. */
const pageFolder = join(projectDir, 'src/main/hosts/browser/page') + sep;

/**
 * Serves the pages from Vite's dev server and proxies everything else to the browser host, a child process that runs from the
 * sources. A change of main restarts the child; the pages stay open and keep their state.
 */
export async function runBrowserDev({ port, hostPort, dataDir, open }: BrowserDevOptions): Promise<void> {
  const session = { token: randomBytes(32).toString('base64url'), ...createPageSession() };
  let isAnnounced = false;
  const host = new HostProcess(({ url, mode }, signedIn) => {
    if (isAnnounced) return say('Main has restarted.');
    isAnnounced = true;
    say(`Konter is open (${mode}, ${dataDir}). Ctrl+C stops it.`);
    const show = (): void => void process.stdout.write(`${JSON.stringify({ url, mode })}\n`);
    if (open) void openAddress({ url, signedIn, show });
    else show();
  });
  const server = await startServer(port, hostPort, host);
  // Vite's own handler would exit before the host has saved.
  process.removeAllListeners('SIGTERM');
  const stop = async (): Promise<void> => {
    await Promise.all([host.stop(), server.close()]);
    process.exit(0);
  };
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void (stopping ??= stop()));
  watchHostSources(server, () => void host.restart());
  await host.start({ dataDir, port: hostPort, front: { port: portOf(server), ...session } });
}

async function startServer(port: number | null, hostPort: number, host: HostProcess): Promise<ViteDevServer> {
  const configFile = join(projectDir, 'electron.vite.config.ts');
  const { config } = await resolveConfig({ root: projectDir, configFile, logLevel: 'warn' }, 'serve', 'development');
  const server = await createServer(
    mergeConfig(
      { ...config?.renderer, configFile: false },
      {
        plugins: [browserBridge()],
        server: {
          port: port ?? defaultPort,
          strictPort: port !== null,
          proxy: { [hostPaths]: proxyTo(`http://127.0.0.1:${hostPort}`, host) },
        },
      },
    ),
  );
  return await server.listen();
}

/** window.konter and window.konterDisplay, from their sources. */
function browserBridge(): Plugin {
  const bridges: Record<string, string> = { '/index.html': 'konter.ts', '/display.html': 'display.ts' };
  return {
    name: 'konter:browser-bridge',
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { path }) => {
        const bridge = bridges[path];
        return bridge === undefined ? [] : [moduleScript(join(pageFolder, bridge))];
      },
    },
  };
}

/**
 * A request waits while the host restarts. The host accepts its own address only; an origin other than the page's is forwarded, and
 * the host refuses it.
 */
function proxyTo(hostOrigin: string, host: HostProcess): ProxyOptions {
  return {
    target: hostOrigin,
    changeOrigin: true,
    bypass: async () => {
      await host.settled();
    },
    configure: (proxy) => {
      proxy.on('proxyReq', (request, { headers }) => {
        if (headers.origin === `http://${headers.host}`) request.setHeader('origin', hostOrigin);
      });
    },
  };
}

function watchHostSources(server: ViteDevServer, restart: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  server.watcher.add(hostFolders);
  server.watcher.on('all', (_event, path) => {
    if (!hostFolders.some((folder) => path.startsWith(folder + sep)) || path.startsWith(pageFolder)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, settleMs);
  });
}

type WhenOpen = (host: Extract<HostMessage, { kind: 'open' }>, signedIn: Promise<void>) => void;

/** The host as a child process. The old process runs until the new one has loaded its modules without an error. */
class HostProcess {
  #start: StartHost | null = null;
  #child: ChildProcess | null = null;
  #last: Promise<void> = Promise.resolve();
  #isStopped = false;
  readonly #whenOpen: WhenOpen;

  constructor(whenOpen: WhenOpen) {
    this.#whenOpen = whenOpen;
  }

  start(start: StartHost): Promise<void> {
    this.#start = start;
    return this.restart();
  }

  /** Resolves once no start or restart is under way. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** Resolves when the host is open, or has failed and said why. */
  restart(): Promise<void> {
    this.#last = this.#last.then(() => this.#replace());
    return this.#last;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
    await end(this.#child);
  }

  async #replace(): Promise<void> {
    if (this.#isStopped || this.#start === null) return;
    const child = fork(join(import.meta.dirname, 'host.ts'), { env: { ...process.env, ...compileCache } });
    const loaded = await nextMessage(child);
    if (loaded?.kind !== 'loaded') return say('Main does not load. It starts after the next change.');
    await end(this.#child);
    this.#child = child;
    child.send(this.#start);
    const message = await nextMessage(child);
    if (message?.kind !== 'open') return say('Main does not open. It starts after the next change.');
    const signedIn = new Promise<void>((resolve) => {
      child.on('message', (later) => {
        if (HostMessage.parse(later).kind === 'signed_in') resolve();
      });
    });
    this.#whenOpen(message, signedIn);
    child.once('exit', () => {
      if (!this.#isStopped && !child.killed) say('Main has ended. It starts after the next change.');
    });
  }
}

const compileCache = { NODE_COMPILE_CACHE: join(projectDir, '.dev/compiled') };

/** Null when the process ends first. */
async function nextMessage(child: ChildProcess): Promise<HostMessage | null> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  try {
    const [message] = await once(child, 'message', { signal: ended.signal });
    return HostMessage.parse(message);
  } catch {
    return null;
  }
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function portOf(server: ViteDevServer): number {
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('the dev server listens on no port');
  return address.port;
}
