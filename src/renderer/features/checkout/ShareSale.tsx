import type { TFunction } from 'i18next';
import { ClipboardCopy, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isUnresolved, type Transaction } from '../../../shared/domain/transaction.ts';
import { copyText } from '../../host/copy-or-save.ts';
import { complaintText, customerText, whatsAppLink } from '../../i18n/share-messages.ts';
import { useKeys } from '../../state/keys.ts';
import { currentNumberPlan } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { useSlipSettings } from '../../ui/slip/slip.ts';
import { toast } from '../../ui/toast.ts';

const copy = async (t: TFunction, text: string, copied: 'copied' | 'complaintCopied'): Promise<void> => {
  const done = await copyText(text);
  toast(done ? 'success' : 'failed', t(`outcome.${done ? copied : 'notCopied'}`));
};

function usePlace() {
  const { shop, timeZone: zone, language, training: isTraining } = useSlipSettings();
  return { shop: shop.name, zone, language, isTraining };
}

/** What became of a sale, for the customer's chat; of one that is not certain, the complaint for the provider's. */
export function ShareSale({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const place = usePlace();
  const send = (): void => {
    const text = customerText(t, sale, place);
    // A window that keeps to the counter's pages opens no other: there the text is copied.
    const opened = window.open(whatsAppLink(sale.customerNo, text, currentNumberPlan()), '_blank');
    if (opened === null) void copy(t, text, 'copied');
    else opened.opener = null;
  };
  useKeys([{ key: 'F6', label: t('outcome.whatsapp'), run: send }]);
  return (
    <>
      <Button icon={MessageCircle} hotkey="F6" onClick={send}>
        {t('outcome.whatsapp')}
      </Button>
      <CopyComplaint sale={sale} />
    </>
  );
}

/** Copies what the provider's customer service asks for, while the sale is not certain. */
export function CopyComplaint({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const place = usePlace();
  if (!isUnresolved(sale.state) || sale.state === 'sending') return null;
  return (
    <Button icon={ClipboardCopy} onClick={() => void copy(t, complaintText(t, sale, place), 'complaintCopied')}>
      {t('outcome.complaint')}
    </Button>
  );
}
