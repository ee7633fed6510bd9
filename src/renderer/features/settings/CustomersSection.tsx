import { useTranslation } from 'react-i18next';
import { CustomerBook } from '../customers/SavedCustomers.tsx';

/** The customer book. What receipts hold on a customer is found under the book of sales. */
export function CustomersSection() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <p>{t('customerBook.lead')}</p>
      <CustomerBook />
    </div>
  );
}
