import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { maxHeaderBytes } from './one-request.ts';

/**
 * Asks a proxy for a way through to `authority` (host:port). Everything goes through CONNECT, plain http too: a proxy
 * that rewrote requests could repeat them, and one that refuses has certainly passed nothing on.
 */
export function openTunnel(toProxy: Duplex, proxy: URL, authority: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => toProxy,
      method: 'CONNECT',
      path: authority,
      setHost: false,
      headers: { host: authority, ...credentialsOf(proxy) },
      maxHeaderSize: maxHeaderBytes,
    });
    asked.on('error', reject);
    asked.on('close', () => reject(new Error('proxy closed')));
    asked.once('connect', (answer, socket, early) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) return reject(new Error(`proxy refused with ${status}`));
      if (early.length > 0) socket.unshift(early);
      return resolve(socket);
    });
    asked.end();
  });
}

function credentialsOf(proxy: URL): Record<string, string> {
  if (proxy.username === '' && proxy.password === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
