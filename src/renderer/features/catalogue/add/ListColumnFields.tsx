import { useTranslation } from 'react-i18next';
import type { ListColumns } from '../../../../shared/contract/catalogue.ts';
import { inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';

interface Props {
  names: readonly string[];
  columns: ListColumns;
  onColumns: (columns: ListColumns) => void;
}

const fields = ['productCode', 'cost', 'sellingPrice', 'group'] as const;

/** Which column of the list says what; only the code must be there. */
export function ListColumnFields({ names, columns, onColumns }: Props) {
  const { t } = useTranslation();
  const set = (field: (typeof fields)[number], name: string): void => {
    if (field === 'productCode') onColumns({ ...columns, productCode: name });
    else onColumns({ ...columns, [field]: name === '' ? null : name });
  };
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 text-small font-medium text-ink-soft">{t('catalogue.adding.columns')}</legend>
      {fields.map((field) => (
        <Field key={field} bare label={t(`catalogue.adding.fields.${field}`)}>
          {({ id }) => (
            <select
              id={id}
              value={columns[field] ?? ''}
              onChange={(event) => set(field, event.currentTarget.value)}
              className={inputLook}
            >
              {field === 'productCode' ? null : <option value="">{t('catalogue.adding.noColumn')}</option>}
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </fieldset>
  );
}
