import { whatsAppLink } from '../i18n/share-messages.ts';
import { t } from '../i18n/translation.ts';
import { currentNumberPlan } from './settings.ts';
import { toast } from './toast.ts';

/**
 * Puts text on the system's clipboard. Where the page has no such permission, it copies a selection
 * instead. Returns whether the text was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'fixed top-0 left-0 opacity-0';
  // An open dialog allows a selection inside of it only.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way that needs no permission
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Saves a file: the browser, or Electron's page, asks for the place or uses the downloads folder. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Copies a text for a chat, and says so. @param copied the words for that */
export async function copyForChat(text: string, copied = t('outcome.copied')): Promise<void> {
  const done = await copyText(text);
  toast(done ? 'success' : 'failed', done ? copied : t('outcome.notCopied'));
}

/** Opens the customer's chat with the text in it; a person sends it. */
export function openWhatsApp(customerNo: string, text: string): void {
  // A window that keeps to the counter's pages opens no other: there the text is copied.
  const opened = window.open(whatsAppLink(customerNo, text, currentNumberPlan()), '_blank');
  if (opened === null) void copyForChat(text);
  else opened.opener = null;
}
