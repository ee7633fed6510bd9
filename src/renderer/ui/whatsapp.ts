import { t } from 'i18next';
import { copyText } from '../host/copy-or-save.ts';
import { whatsAppLink } from '../i18n/share-messages.ts';
import { currentNumberPlan } from '../state/settings.ts';
import { toast } from './toast.ts';

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
