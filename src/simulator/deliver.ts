import http from 'node:http';
import https from 'node:https';
import type { Deliver } from './core/ports.ts';

const timeoutMs = 5000;

/** Sends a webhook once over a connection of its own, follows no redirect, and gives up after 5 s. */
export const deliver: Deliver = ({ url, headers, body }) =>
  new Promise((resolve) => {
    const { request } = url.startsWith('https:') ? https : http;
    const options = { method: 'POST', agent: false, headers: { ...headers, 'Content-Length': body.length } };
    try {
      const sending = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
        response.resume();
        resolve(response.statusCode ?? null);
      });
      sending.on('error', () => resolve(null));
      sending.end(body);
    } catch {
      resolve(null);
    }
  });
