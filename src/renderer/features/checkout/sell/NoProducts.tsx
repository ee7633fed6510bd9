import { PackageSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { takeEntry, typeEntry } from './take-entry.ts';

const example = { code: 'TSEL10', number: '081234567890' };

/** A counter that has sold nothing yet; in training an example is one press away. */
export function NoProducts({ list }: { list: string }) {
  const { t } = useTranslation();
  const training = useStatus((state) => state.status?.mode === 'training');
  const tryExample = (): void => {
    typeEntry(`${example.code}.${example.number}`);
    void takeEntry();
  };
  return (
    <div id={list} className="h-full overflow-y-auto">
      <EmptyState icon={PackageSearch} title={t('sell.empty.title')} lead={t('sell.empty.do')}>
        {training ? (
          <Button onClick={tryExample}>
            {t('sell.empty.example', { code: example.code, number: example.number })}
          </Button>
        ) : null}
      </EmptyState>
    </div>
  );
}
