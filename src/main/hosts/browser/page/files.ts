import { secretHeader } from './host-connection.ts';

/** Does the page's part of `exports.fetch`: saves the file, or opens the print dialog on the report. */
export function fetchFile(fetched: unknown): void {
  if (typeof fetched !== 'object' || fetched === null || !('via' in fetched) || !('url' in fetched)) return;
  const { via, url } = fetched;
  if (typeof url !== 'string') return;
  if (via === 'print') printPage({ via: 'page', url });
  if (via !== 'download' || !/^\/files\/[A-Za-z0-9_-]+$/.test(url)) return;
  const link = document.createElement('a');
  link.href = url;
  link.download = 'name' in fetched && typeof fetched.name === 'string' ? fetched.name : '';
  link.click();
}

const nothingBrought = { via: 'cancelled', file: null, name: null, url: null };

/**
 * The page's part of the procedures that choose a file: asks for a file and uploads it to the host. Resolves to the
 * caller's answer.
 */
export async function bringFile(request: unknown): Promise<unknown> {
  if (typeof request !== 'object' || request === null || !('via' in request) || request.via !== 'page') return request;
  if (!('url' in request) || typeof request.url !== 'string' || !/^\/statements\/[A-Za-z0-9_-]+$/.test(request.url)) {
    return nothingBrought;
  }
  const file = await chosenFile();
  if (file === null) return nothingBrought;
  try {
    const headers = { 'content-type': 'application/octet-stream', ...secretHeader('/session') };
    const answer = await fetch(request.url, {
      method: 'PUT',
      headers,
      body: file,
      redirect: 'error',
      cache: 'no-store',
    });
    return answer.ok ? { ...request, name: file.name.slice(0, 200) } : nothingBrought;
  } catch {
    return nothingBrought;
  }
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

/** of the slip that was printed last */
let frame: HTMLIFrameElement | undefined;

/** Opens the browser's print dialog on the slip's own page, in a hidden frame. Of several slips asked for at once, each is printed. */
export function printPage(printed: unknown): void {
  const address = pageAddress(printed);
  if (address === null) return;
  const own = document.createElement('iframe');
  own.title = 'struk';
  own.setAttribute('aria-hidden', 'true');
  own.tabIndex = -1;
  // Not display:none: some browsers print an empty sheet then.
  own.style.setProperty('position', 'fixed');
  own.style.setProperty('inset', '0 auto auto -10000px');
  own.style.setProperty('visibility', 'hidden');
  own.addEventListener('load', () => {
    const slip = own.contentWindow;
    if (slip === null || slip.location.pathname !== address) return;
    // Browsers fire "afterprint" late, early or never; without it the frame stays until the next slip is printed.
    frame?.remove();
    frame = own;
    slip.addEventListener('afterprint', () => setTimeout(() => own.remove(), 1000));
    endRollAtContent(slip.document);
    slip.print();
  });
  own.src = address;
  document.body.append(own);
}

const pixelsPerMm = 96 / 25.4;
/** The print layout may be a line's fraction longer than the screen's: without this it would begin a second page. */
const slackMm = 2;

/** Ends a roll's page where its content ends. The page comes with an upper bound, because CSS cannot size it. */
function endRollAtContent(slip: Document): void {
  const main = slip.querySelector('main');
  const [sheet] = slip.styleSheets;
  const roll = Array.from(sheet?.cssRules ?? [], ({ cssText }) => /^@page\b.*\bsize: (\d+)mm /s.exec(cssText)?.[1]);
  const width = roll.find((candidate) => candidate !== undefined);
  if (!main || !sheet || width === undefined) return;
  const height = Math.ceil(main.getBoundingClientRect().height / pixelsPerMm) + slackMm;
  sheet.insertRule(`@page{size:${width}mm ${height}mm;margin:0}`, sheet.cssRules.length);
}

/** `url` of a call that left the rest to the page; only the host's own print addresses. */
export function pageAddress(printed: unknown): string | null {
  if (typeof printed !== 'object' || printed === null) return null;
  if (!('via' in printed) || printed.via !== 'page' || !('url' in printed)) return null;
  return typeof printed.url === 'string' && /^\/print\/[A-Za-z0-9_-]+$/.test(printed.url) ? printed.url : null;
}
