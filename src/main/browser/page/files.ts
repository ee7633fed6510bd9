import { printPage } from './print.ts';

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
