import { savePicture } from './picture.ts';
import { pageAddress, printPage } from './print.ts';

/**
 * Does the page's part of a `receipts.share`: a picture is drawn and downloaded, for a PDF the print dialog opens, which can
 * save one. False where it could not be done.
 */
export async function sharePage(shared: unknown): Promise<boolean> {
  const address = pageAddress(shared);
  if (address === null) return true;
  if (typeof shared !== 'object' || shared === null || !('as' in shared) || !('name' in shared)) return false;
  if (shared.as === 'png' && typeof shared.name === 'string') return savePicture(address, shared.name);
  printPage(shared);
  return true;
}
