/** Decides that the counter polls its relay and holds each poll open (ADR 6): a result must not wait for the next question. */
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { browserLaunch } from '../../scripts/find-browser.ts';
import { startBrowserCounter } from '../../tests/support/browser-counter.ts';
import { frameInterval, openCounterPage } from '../counter-page.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { type Outside, openOutside } from '../live-world.ts';
import { againstRawAppend, openRawAppend } from '../raw-append.ts';
import type { Size } from '../size.ts';

/** The simulator takes the order, says "pending" and never sends a webhook: the bench sends its own. */
const silentNumber = (count: number): string => `0821${String(10_000_000 + count)}`;

/**
 * From a signed webhook's first byte to the relay until the frame that has the word for "success" in the list of receipts:
 * relay, commit, long poll, verification, commit, event stream, React, in a real Chromium. The baseline is what cannot be left
 * out: the relay's own 200, a durable append on the same disk for the counter's commit, and a frame of the page.
 */
export async function benchWebhook(size: Size): Promise<Figure[]> {
  const [warmUp, webhooks] = [size.of(5, 1), size.of(150, 3)];
  const browser = await chromium.launch(browserLaunch());
  await using outside = await openOutside();
  using raw = openRawAppend(outside.folder);
  const counter = await startBrowserCounter({ dataDir: join(outside.folder, 'counter'), env: outside.env });
  try {
    const page = await browser.newPage();
    await openCounterPage(page, counter.url);
    await page.keyboard.press('F3');
    await page.locator('#receipt-search:focus').waitFor();
    const frameMs = await frameInterval(page);
    const [delays, least]: [number[], number[]] = [[], []];
    for (let count = 0; count < warmUp + webhooks; count++) {
      const sample = await oneWebhook(page, outside, silentNumber(count));
      const appended = raw.append();
      if (count < warmUp) continue;
      delays.push(sample.shownMs);
      least.push(sample.takenMs + appended + frameMs);
    }
    const against = `the relay’s own 200, ${againstRawAppend} and a frame`;
    const about = { bench: 'webhook', unit: 'ms', against };
    return [
      figure({ ...about, metric: 'to the screen', ours: median(delays), baseline: median(least) }, { maxRatio: 2 }),
      figure({ ...about, metric: 'to the screen p99', ours: p99(delays), baseline: p99(least) }, { maxRatio: 2 }),
    ];
  } finally {
    await counter.stop();
    await browser.close();
  }
}

const Ordered = z.object({ id: z.string(), transactionId: z.string(), productName: z.string() });

async function oneWebhook(
  page: Page,
  outside: Outside,
  customerNo: string,
): Promise<{ shownMs: number; takenMs: number }> {
  await silence(outside, customerNo);
  const sale = Ordered.parse(await page.evaluate(orderInPage, customerNo));
  await page.evaluate(watchRow, [customerNo, 'Menunggu']);
  await page.evaluate('window.shown');
  const body = JSON.stringify({
    transaction_id: sale.transactionId,
    product_name: sale.productName,
    customer_no: customerNo,
    sn: `9${customerNo}`,
    status: 'success',
    message: 'Transaksi sukses',
  });
  await page.evaluate(watchRow, [customerNo, 'Berhasil']);
  const sentAt = performance.timeOrigin + performance.now();
  const takenMs = await postWebhook(`${outside.callbackUrl}/${sale.id}`, body, outside.secret);
  return { shownMs: z.number().parse(await page.evaluate('window.shown')) - sentAt, takenMs };
}

/** The next order for this number follows the row "no-webhook" of the simulator's table. */
async function silence(outside: Outside, customerNo: string): Promise<void> {
  const url = new URL('/control', outside.providerUrl);
  await post(url, JSON.stringify({ do: 'behave', customer_no: customerNo, behaviour: 'no-webhook', times: 1 }), {});
}

async function postWebhook(url: string, body: string, secret: string): Promise<number> {
  const started = performance.now();
  await post(new URL(url), body, {
    'x-service-event': 'transaction.update',
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
  });
  return performance.now() - started;
}

function post(url: URL, body: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const all = { 'content-type': 'application/json', 'content-length': length, ...headers };
    request(url, { method: 'POST', agent: false, headers: all }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url.pathname.split('/')[1] ?? ''} answered ${answer.statusCode ?? 0}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}

// What follows runs in the page.

async function orderInPage(customerNo: string): Promise<unknown> {
  const answer = await window.konter.order({ productCode: 'TSEL10', customerNo, sellingPrice: 12_000 });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

/**
 * Keeps in window.shown the moment, in milliseconds since 1970, of the frame in which a row of the list holds both texts.
 */
function watchRow([digits, word]: string[]): void {
  const now = (): number => performance.timeOrigin + performance.now();
  const shows = (): boolean =>
    [...document.querySelectorAll('[role="option"]')].some((row) => {
      const text = (row.textContent ?? '').replaceAll(/[\s-]/g, '');
      return text.includes(digits ?? '') && text.includes(word ?? '');
    });
  const delays = new Promise<number>((resolve) => {
    if (shows()) return resolve(now());
    const observer = new MutationObserver(() => {
      if (!shows()) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(now()));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return undefined;
  });
  Object.assign(window, { shown: delays });
}
