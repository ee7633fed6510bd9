import { useTranslation } from 'react-i18next';
import { LogHead } from './book/LogHead.tsx';
import { VerifyBook } from './book/VerifyBook.tsx';

/** Whether the book is whole, and its head to be kept elsewhere. */
export function BookSection() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-8">
      <p>{t('safety.book.lead')}</p>
      <VerifyBook />
      <LogHead />
    </div>
  );
}
