let frame: HTMLIFrameElement | undefined;

/** Opens the browser's print dialog on the slip's own page, which lies in a frame that nobody sees. */
export function printPage(printed: unknown): void {
  const address = pageAddress(printed);
  if (address === null) return;
  frame?.remove();
  const own = document.createElement('iframe');
  frame = own;
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
    // Browsers tell "afterprint" late, early or never: the frame stays for the next job when it is not told.
    slip.addEventListener('afterprint', () => setTimeout(() => own.remove(), 1000));
    slip.print();
  });
  own.src = address;
  document.body.append(own);
}

/** `url` of a call that left the rest to the page; only the host's own print addresses. */
export function pageAddress(printed: unknown): string | null {
  if (typeof printed !== 'object' || printed === null) return null;
  if (!('via' in printed) || printed.via !== 'page' || !('url' in printed)) return null;
  return typeof printed.url === 'string' && /^\/print\/[A-Za-z0-9_-]+$/.test(printed.url) ? printed.url : null;
}
