import { PenOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../state/status.ts';

/** Answers of the provider that the disk does not take: selling stops until they are written. */
export function NotWritten() {
  const { t } = useTranslation();
  const notWritten = useStatus((state) => state.status?.notWritten);
  if (!notWritten || notWritten.count === 0) return null;
  return (
    <section
      role="alert"
      className="flex shrink-0 items-center gap-4 border-b border-failed bg-failed-soft px-4 py-2 text-failed"
    >
      <PenOff aria-hidden="true" className="size-7 shrink-0" />
      <div className="flex-1">
        <p className="text-large font-semibold">{t('safety.notWritten.title')}</p>
        <p className="text-ink">
          {notWritten.reason === null ? null : `${t(`safety.notWritten.reason.${notWritten.reason}`)} `}
          {t('safety.notWritten.count', { n: notWritten.count })} {t('safety.notWritten.do')}
        </p>
      </div>
    </section>
  );
}
