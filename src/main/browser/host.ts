import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { App } from '../app/app.ts';
import type { Log } from '../ports/log.ts';
import { serveCalls } from './calls.ts';
import { DisplayPages } from './display-pages.ts';
import { Door, type SharedSession } from './door.ts';
import { answerErrors } from './errors.ts';
import { EventStreams } from './event-streams.ts';
import { guard } from './guard.ts';
import type { PageDisplay } from './page-display.ts';
import type { PageFiles } from './page-files.ts';
import { type BuiltPages, servePages } from './pages.ts';
import type { PrintJobs } from './print-jobs.ts';
import { serveFiles } from './serve-files.ts';
import { serveSession } from './session.ts';
import { servePrints } from './slips.ts';

/** A dev server in front of this host: it serves the pages, proxies the rest, and restarts this process. */
export interface FrontServer extends SharedSession {
  /** on 127.0.0.1 */
  port: number;
}

export interface BrowserHostOptions {
  app: App;
  /** the same object that the app prints with */
  printJobs: PrintJobs;
  /** and the same that it puts files into */
  files: PageFiles;
  /** and the same that tells the counter of its display */
  display: PageDisplay;
  log: Log;
  /** 0 takes any free one; one that is taken rejects with EADDRINUSE */
  port: number;
  pages: BuiltPages;
  /** for development only */
  front?: FrontServer | undefined;
}

export interface BrowserHost {
  port: number;
  /** with the one-time token; to be shown to the person who started the counter, and to nobody else */
  startUrl: string;
  /** resolves when a page has traded the token */
  signedIn: Promise<void>;
  /** Ends every connection. The app is not closed: whoever opened it does that. */
  close(): Promise<void>;
}

/** A call is a few hundred bytes. */
const largestBody = 64 * 1024;

/** Serves the counter to a browser on this machine (docs/adr/0002-two-hosts.md). */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { app, log, front } = options;
  const server = Fastify({ bodyLimit: largestBody, forceCloseConnections: true, logger: false });
  onlyJson(server);
  const door = new Door(front);
  // A reload would lose what is typed in a page that outlives this process.
  const streams = new EventStreams(app, log, front === undefined);
  const displays = new DisplayPages(app, options.display.door);
  guard(server, door);
  answerErrors(server, log);
  serveSession(server, door, () => streams.place());
  serveCalls(server, app, log);
  streams.serve(server);
  servePrints(server, options.printJobs);
  serveFiles(server, options.files);
  displays.serve(server, options.pages);
  await servePages(server, options.pages);
  try {
    await server.listen({ host: '127.0.0.1', port: options.port });
  } catch (error) {
    streams.close();
    displays.close();
    throw error;
  }
  const { port } = boundAddress(server);
  const publicPort = front?.port ?? port;
  options.display.serveOn({ port: publicPort, isOpen: () => displays.isOpen });
  return {
    port,
    startUrl: `http://127.0.0.1:${publicPort}/#token=${door.token}`,
    signedIn: door.traded,
    close: async () => {
      streams.close();
      displays.close();
      await server.close();
    },
  };
}

/** Without Fastify's parser of text: a form of another page can send text, JSON it cannot. */
function onlyJson(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
}

function boundAddress(server: FastifyInstance): AddressInfo {
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address;
}
