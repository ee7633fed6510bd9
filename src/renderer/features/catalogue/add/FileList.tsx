import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumns } from '../../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { Output } from '../../../../shared/contract/registry.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { callForWork } from '../catalogue-store.ts';
import { AddForm } from './AddForm.tsx';
import { ListColumnFields } from './ListColumnFields.tsx';

type Chosen = { file: string; name: string; look: Output<'catalogue.look'> };

/** A CSV file that the person chooses, and which of its columns says what. */
export function FileList({ settled, onClose }: { settled: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [columns, setColumns] = useState<ListColumns | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const choose = async (): Promise<void> => {
    setError(null);
    const answer = await call('catalogue.choose');
    if (!answer.ok) return setError(answer.error);
    const { file, name, via } = answer.value;
    if (via === 'cancelled' || file === null) return undefined;
    const look = await call('catalogue.look', { file });
    if (!look.ok) return setError(look.error);
    setChosen({ file, name: name ?? '', look: look.value });
    return setColumns(look.value.mapped);
  };
  const start = async (): Promise<void> => {
    if (!chosen) return;
    setError(null);
    const failure = await callForWork('catalogue.import', { file: chosen.file, columns });
    return failure ? setError(failure) : onClose();
  };
  return (
    <AddForm
      go={t('catalogue.adding.start')}
      ready={settled && chosen !== null}
      onGo={start}
      onClose={onClose}
      error={error}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void choose()}>{t('catalogue.adding.choose')}</Button>
        <p className="min-w-0 truncate text-ink-soft">{chosen ? chosen.name : t('catalogue.adding.noFile')}</p>
      </div>
      {chosen && columns ? (
        <ListColumnFields names={chosen.look.columns} columns={columns} onColumns={setColumns} />
      ) : null}
      {chosen && !columns ? <p>{t('catalogue.adding.noHeads')}</p> : null}
      {chosen && chosen.look.sample.length > 0 ? <Sample look={chosen.look} /> : null}
    </AddForm>
  );
}

function Sample({ look }: { look: Chosen['look'] }) {
  const { t } = useTranslation();
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={t('catalogue.adding.ways.file')}
      className="overflow-x-auto rounded-box border border-line"
    >
      <table className="w-full text-small">
        <thead>
          <tr>
            {look.columns.map((name) => (
              <th key={name} scope="col" className="px-2 py-1 text-left font-medium whitespace-nowrap text-ink-soft">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.sample.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines of a file have nothing else, and stay where they are
            <tr key={at} className="border-t border-line">
              {look.columns.map((name, column) => (
                <td key={name} className="max-w-48 truncate px-2 py-1">
                  {line[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
