import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export function TrainingBanner() {
  const { t } = useTranslation();
  return (
    <p
      role="note"
      className="flex min-h-8 shrink-0 items-center justify-center gap-2 bg-training font-bold text-training-ink"
    >
      <GraduationCap aria-hidden="true" className="size-5" />
      {t('frame.training')}
    </p>
  );
}
