import { ClipboardCopy, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isUnresolved, type Transaction } from '../../../shared/domain/transaction.ts';
import { copyForChat, openWhatsApp } from '../../host/copy-or-save.ts';
import { complaintText, customerText } from '../../i18n/share-messages.ts';
import { useKeys } from '../../state/keys.ts';
import { Button } from '../../ui/Button.tsx';
import { useSlipSettings } from '../../ui/slip/slip.ts';

function usePlace() {
  const { shop, timeZone: zone, language, training: isTraining } = useSlipSettings();
  return { shop: shop.name, zone, language, isTraining };
}

/** What became of a sale, for the customer's chat; of one that is not certain, the complaint for the provider's. */
export function ShareSale({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const place = usePlace();
  const send = (): void => openWhatsApp(sale.customerNo, customerText(t, sale, place));
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
    <Button
      icon={ClipboardCopy}
      onClick={() => void copyForChat(complaintText(t, sale, place), t('outcome.complaintCopied'))}
    >
      {t('outcome.complaint')}
    </Button>
  );
}
