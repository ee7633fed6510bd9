import { useTranslation } from 'react-i18next';
import { type StatementColumns, statementFields } from '../../../../shared/contract/reconcile.ts';
import { inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';

interface Props {
  columns: readonly string[];
  mapped: StatementColumns;
  onMapped: (mapped: StatementColumns) => void;
  disabled: boolean;
}

/** Which column of the statement says what; remembered for the next one. */
export function ColumnFields({ columns, mapped, onMapped, disabled }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid grid-cols-2 gap-3" disabled={disabled}>
      <legend className="mb-2 text-small font-medium text-ink-soft">{t('reconcile.columns')}</legend>
      {statementFields.map((field) => (
        <Field key={field} bare label={t(`reconcile.fields.${field}`)}>
          {({ id }) => (
            <select
              id={id}
              value={mapped[field] ?? ''}
              onChange={(event) => onMapped({ ...mapped, [field]: event.currentTarget.value || null })}
              className={inputLook}
            >
              <option value="">{t('reconcile.noColumn')}</option>
              {columns.map((name) => (
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
