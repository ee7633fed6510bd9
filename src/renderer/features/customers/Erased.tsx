import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CustomerErased } from '../../../shared/contract/customers.ts';
import { plural } from '../../i18n/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';

/** What was erased, and where it is still to be found. */
export function Erased({ erased }: { erased: CustomerErased }) {
  const { t } = useTranslation();
  const { sales, webhooks, leftovers, copies, oldCopies, unreached } = erased;
  return (
    <Notice
      tone="success"
      icon={Check}
      live="status"
      title={t('customers.done.title')}
      lines={[
        t('customers.done.sales', { n: sales, webhooks }),
        copies === 0 ? null : t('customers.done.copies', plural(copies)),
        copies === 0 ? null : t('customers.dialog.copies'),
        oldCopies === 0 ? null : t('customers.done.oldCopies', plural(oldCopies)),
        leftovers ? t('customers.done.leftovers') : null,
        unreached.length === 0 ? null : t('customers.done.unreached', { files: unreached.join(', ') }),
        t('customers.dialog.outside'),
      ]}
    />
  );
}
