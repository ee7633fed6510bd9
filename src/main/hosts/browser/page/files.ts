import { secretHeader } from './host-connection.ts';

/**
 * Does the page's part of an answered call: prints the slip, saves the file or the slip's picture, or brings the file that lies or is to
 * lie at its address. Resolves to what the caller gets, or to null where the browser made no picture.
 */
export async function finishCall(value: unknown): Promise<{ value: unknown } | null> {
  const left = leftIn(value);
  if (left === null) return { value };
  const { route, url, name, isPicture } = left;
  if (route === 'statements') return { value: await bringFile(url, value) };
  if (isPicture) return (await savePicture(url, name)) ? { value } : null;
  if (route === 'files') download(url, name);
  else void printPage(url);
  return { value };
}

/** What an answer leaves to the page: only the host's own addresses. */
export function leftIn(value: unknown): { route: string; url: string; name: string; isPicture: boolean } | null {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string') return null;
  const { url } = value;
  const route = /^\/(print|files|statements)\/[A-Za-z0-9_-]+$/.exec(url)?.[1];
  const name = 'name' in value && typeof value.name === 'string' ? value.name : '';
  return route === undefined ? null : { route, url, name, isPicture: 'as' in value && value.as === 'png' };
}

function download(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

/** Asks for a file and uploads it. */
async function bringFile(url: string, answer: unknown): Promise<unknown> {
  const file = await chosenFile();
  const headers = { 'content-type': 'application/octet-stream', ...secretHeader('/session') };
  const sent = file && fetch(url, { method: 'PUT', headers, body: file, redirect: 'error', cache: 'no-store' });
  return (await sent?.catch(() => null))?.ok
    ? Object.assign({}, answer, { name: file?.name.slice(0, 200) })
    : { via: 'cancelled', file: null, name: null, url: null };
}

/** Null when the person chose none. */
function chosenFile(): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.xlsx,.xls,.csv,.txt,.tsv,text/csv';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null), { once: true });
    input.addEventListener('cancel', () => resolve(null), { once: true });
    input.click();
  });
}

/** A slip's page in a hidden frame, laid out as wide as a sheet. */
function load(address: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.title = 'struk';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // Not display:none: some browsers print an empty sheet then.
  const look = { position: 'fixed', inset: '0 auto auto -10000px', width: '800px', visibility: 'hidden' };
  for (const [name, value] of Object.entries(look)) frame.style.setProperty(name, value);
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
    frame.src = address;
    document.body.append(frame);
  });
}

/** of the slip that was printed last */
let printed: HTMLIFrameElement | undefined;

/** Opens the browser's print dialog on the slip's own page. Of several slips asked for at once, each is printed. */
async function printPage(address: string): Promise<void> {
  const frame = await load(address);
  const slip = frame.contentWindow;
  if (slip === null || slip.location.pathname !== address) return;
  // Browsers fire "afterprint" late, early or never; without it the frame stays until the next slip is printed.
  printed?.remove();
  printed = frame;
  slip.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 1000));
  endRollAtContent(slip.document);
  slip.print();
}

const pixelsPerMm = 96 / 25.4;
/** The print layout may be a line's fraction longer than the screen's: without this it would begin a second page. */
const slackMm = 2;

/** Ends a roll's page where its content ends. The page comes with an upper bound, because CSS cannot size it. */
function endRollAtContent(slip: Document): void {
  const main = slip.querySelector('main');
  const [sheet] = slip.styleSheets;
  const roll = Array.from(sheet?.cssRules ?? [], ({ cssText }) => /^@page\b.*\bsize: (\d+)mm /s.exec(cssText)?.[1]);
  const width = roll.find((found) => found !== undefined);
  if (!main || !sheet || width === undefined) return;
  const height = Math.ceil(main.getBoundingClientRect().height / pixelsPerMm) + slackMm;
  sheet.insertRule(`@page{size:${width}mm ${height}mm;margin:0}`, sheet.cssRules.length);
}

/** Sharp on a phone, small enough for a chat. */
const scale = 3;

const margin = 12;

/** Draws a slip as a picture and downloads it. False where the browser does not draw it or the slip is gone. */
async function savePicture(address: string, name: string): Promise<boolean> {
  const frame = await load(address);
  try {
    const page = frame.contentDocument;
    const slip = page?.querySelector('main');
    if (!page || !slip) return false;
    const { width, height } = slip.getBoundingClientRect();
    const picture = await draw(page, Math.ceil(width) + 2 * margin, Math.ceil(height));
    if (!picture) return false;
    const url = URL.createObjectURL(picture);
    download(url, name);
    // The download has begun by then, or never will.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  } catch {
    return false;
  } finally {
    frame.remove();
  }
}

/** A page is drawn as a picture by way of an SVG that holds it. */
async function draw(page: Document, width: number, height: number): Promise<Blob | null> {
  const html = new XMLSerializer().serializeToString(page.documentElement);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<foreignObject width="100%" height="100%">${html}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
