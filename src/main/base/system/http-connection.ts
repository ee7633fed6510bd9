import { request } from 'node:http';
import { connect as connectTcp, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/** Limit on all header lines of one answer together. */
export const maxHeaderBytes = 16 * 1024;

/** How to reach a server. */
export interface Route {
  proxy: URL | null;
  /** PEM certificates to trust instead of those that come with Node */
  ca: string[] | undefined;
  /** an address of the server's name that was checked: connected to instead of asking for the name again */
  address?: string;
}

/**
 * A new connection to the address's server, with TLS and through the proxy where there is one. Resolves when the first byte of
 * a request could be sent; rejects when the connection was never made. It knows nothing of the request.
 */
export async function openConnection(url: URL, route: Route, signal: AbortSignal): Promise<Duplex> {
  const [host, port] = [hostOf(url), portOf(url)];
  const at = route.address ?? host;
  const plain = route.proxy ? await throughProxy(route.proxy, at, port, signal) : await openTcp(at, port, signal);
  return url.protocol === 'https:' ? openTls(plain, host, route.ca, signal) : plain;
}

async function throughProxy(proxy: URL, host: string, port: number, signal: AbortSignal): Promise<Duplex> {
  const plain = await openTcp(hostOf(proxy), portOf(proxy), signal);
  const toProxy = proxy.protocol === 'https:' ? await openTls(plain, hostOf(proxy), undefined, signal) : plain;
  return openTunnel(toProxy, proxy, isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`);
}

function openTcp(host: string, port: number, signal: AbortSignal): Promise<Duplex> {
  // Node gives each of a name's addresses 250 ms, less than a slow mobile line needs to answer once.
  const socket = connectTcp({ host, port, noDelay: true, autoSelectFamilyAttemptTimeout: 2000 });
  return whenOpen(socket, 'connect', signal);
}

function openTls(plain: Duplex, host: string, ca: string[] | undefined, signal: AbortSignal): Promise<Duplex> {
  const socket = connectTls({
    socket: plain,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca ? { ca } : {}),
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no environment variable can turn it off.
    rejectUnauthorized: true,
  });
  return whenOpen(socket, 'secureConnect', signal);
}

function whenOpen(socket: Duplex, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.destroy();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // Stays for the life of the socket: a late error must not end the program.
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.once(event, () => resolve(socket));
  });
}

/** An address's host for sockets: an IPv6 address without its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/**
 * Asks a proxy for a way through to `authority` (host:port). Everything goes through CONNECT, plain http too: a proxy
 * that rewrote requests could repeat them, and one that refuses has certainly forwarded nothing.
 */
function openTunnel(toProxy: Duplex, proxy: URL, authority: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({
      createConnection: () => toProxy,
      method: 'CONNECT',
      path: authority,
      setHost: false,
      headers: { host: authority, ...credentialsOf(proxy) },
      maxHeaderSize: maxHeaderBytes,
    });
    clientRequest.on('error', reject);
    clientRequest.on('close', () => reject(new Error('proxy closed')));
    clientRequest.once('connect', (answer, socket, early) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) return reject(new Error(`proxy refused with ${status}`));
      if (early.length > 0) socket.unshift(early);
      return resolve(socket);
    });
    clientRequest.end();
  });
}

function credentialsOf(proxy: URL): Record<string, string> {
  if (proxy.username === '' && proxy.password === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
