import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, expect, type Page, test } from '@playwright/test';
import { encodeQR } from 'qr';
import { buildIfNeeded } from '../../../scripts/build.ts';
import { compiledTests } from '../../../scripts/compiled-tests.ts';
import { browserLaunch } from '../../../scripts/find-browser.ts';
import { built } from '../../../scripts/project.ts';
import { signText } from '../../../src/main/base/ed25519.ts';
import { terminalKeyOf } from '../../../src/main/proofs/key-ring.ts';
import { base32, proofLink, proofText, terminalKeyText } from '../../../src/shared/domain/proof.ts';
import { vector } from '../../support/contract-samples.ts';
import { listenTo } from '../../support/counter-page.ts';
import { runAxe } from '../../support/page-checks.ts';
import { openVerifier, scanInto, verdictOn } from '../../support/verifier-page.ts';

test.beforeAll(async () => {
  await buildIfNeeded('verifier');
  await buildIfNeeded('relay');
});

test('it passes WCAG 2.2 AA and fits a phone, in light and in dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openVerifier(page, `#${vector('public key (text)')}`);
  for (const text of [vector('proof'), vector('altered'), 'x']) {
    await page.getByLabel('Teks bukti').focus();
    await scanInto(page, text);
    await expect(verdictOn(page).getByRole('heading')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await runAxe(page)).violations).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
});

const link = proofLink('https://relay.toko.example/verify', vector('proof'));

/** A slip's QR code as a camera sees it. */
async function photoOf(page: Page, text: string): Promise<Buffer> {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border: 4 });
  await page.setContent(`<body style="background:#bbb"><div style="width:400px;margin:30px">${svg}</div>`);
  await page.setViewportSize({ width: 640, height: 480 });
  return page.screenshot({ type: 'jpeg', quality: 90 });
}

test('a photo of the slip is read in the page; without a code it is said', async ({ page, context }) => {
  const studio = await context.newPage();
  const photo = await photoOf(studio, link);
  await studio.close();
  const complaints = await openVerifier(page, `#${vector('public key (text)')}`);
  const pick = page.getByLabel('Pilih foto');
  await pick.setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Tidak ada kode QR yang terbaca')).toBeVisible();
  await pick.setInputFiles({ name: 'struk.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(verdictOn(page).getByRole('heading')).toHaveText('Asli');
  expect(complaints).toEqual([]);
});

test('the camera reads the slip and is closed; without one it is said', async ({ page }) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'konter-camera-'));
  // A film of one picture, shown again and again.
  const film = join(folder, 'slip.mjpeg');
  await writeFile(film, await photoOf(page, link));
  const browser = await chromium.launch({
    ...browserLaunch(),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const phone = await browser.newPage({ locale: 'id-ID', viewport: { width: 360, height: 740 } });
    const complaints = await openVerifier(phone, `#${vector('public key (text)')}`);
    await phone.getByRole('button', { name: 'Pakai kamera' }).click();
    await expect(verdictOn(phone).getByRole('heading')).toHaveText('Asli');
    await expect(phone.getByRole('button', { name: 'Pakai kamera' })).toBeVisible();
    await expect(phone.locator('video')).toBeHidden();
    expect(await phone.evaluate(() => document.querySelector('video')?.srcObject)).toBeNull();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
  await openVerifier(page);
  await page.getByRole('button', { name: 'Pakai kamera' }).click();
  await expect(page.getByText('Kamera tidak bisa dipakai.')).toBeVisible();
});

test('a relay serves it: the link of a slip is enough, and a forger’s key in a link is not believed', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'konter-relay-'));
  await writeFile(join(folder, 'keys'), `${vector('public key (text)')} Toko Makmur\n`);
  const relay: ChildProcess = spawn(process.execPath, [built.relay], {
    env: {
      PATH: process.env['PATH'],
      ...compiledTests,
      RELAY_PORT: '0',
      RELAY_DATABASE_URL: `sqlite:${join(folder, 'relay.db')}`,
      RELAY_MASTER_KEY: '00'.repeat(32),
      RELAY_VERIFIER_KEYS: join(folder, 'keys'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    if (!relay.stdout) throw new Error('no output');
    const [line] = await once(createInterface({ input: relay.stdout }), 'line');
    const url = /http:\S+:\d+/.exec(String(line))?.[0] ?? '';
    const complaints: string[] = [];
    listenTo(page, complaints);
    page.on('request', (request) => complaints.push(request.url()));
    await page.goto(proofLink(`${url}/verify`, vector('proof')));
    await expect(verdictOn(page).filter({ hasText: 'Asli' })).toContainText(
      `Kuncinya dari ${new URL(url).host} (Toko Makmur)`,
    );
    await expect(page.getByLabel('Kunci konter')).toBeHidden();
    expect((await runAxe(page)).violations).toEqual([]);

    const { privateKey } = generateKeyPairSync('ed25519');
    const forger = terminalKeyOf(privateKey);
    const signed = vector('signed').replace('AS3NN9TM', forger.id);
    const forged = proofText(signed, base32(signText(signed, privateKey)));
    await page.goto('about:blank');
    await page.goto(`${url}/verify#${terminalKeyText(forger)}/${forged}`);
    await expect(verdictOn(page).getByRole('heading')).toHaveText('Terminal tidak dikenal');
    // The browser asks for the page and nothing else, and what it asks with has no proof.
    expect(
      complaints.filter(
        (each) => each !== `${url}/verify` && !each.startsWith(`${url}/verify#`) && each !== 'about:blank',
      ),
    ).toEqual([]);
  } finally {
    relay.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
