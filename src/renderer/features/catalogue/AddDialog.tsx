import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListColumns, mostPasted } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { ProductCode } from '../../../shared/contract/procedure.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { callForWork } from './catalogue-store.ts';

const ways = ['one', 'list', 'file'] as const;
type Way = (typeof ways)[number];

interface Props {
  /** lines to be corrected; empty for none */
  text: string;
  onClose: () => void;
}

/** Products come in one by one, from a list that is pasted, or from a file. */
export function AddDialog({ text, onClose }: Props) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>(text === '' ? 'one' : 'list');
  return (
    <Dialog wide title={t('catalogue.adding.title')} lead={t('catalogue.adding.lead')} onClose={onClose}>
      {(settled) => (
        <>
          <Choice
            label={t('catalogue.adding.how')}
            hideLabel
            value={way}
            choices={ways.map((value) => ({ value, label: t(`catalogue.adding.ways.${value}`) }))}
            onValue={setWay}
          />
          {way === 'one' ? <OneCode settled={settled} onClose={onClose} /> : null}
          {way === 'list' ? <PastedList settled={settled} text={text} onClose={onClose} /> : null}
          {way === 'file' ? <FileList settled={settled} onClose={onClose} /> : null}
        </>
      )}
    </Dialog>
  );
}

interface AddFormProps {
  /** the word on the button */
  go: string;
  ready: boolean;
  onGo: () => Promise<void>;
  onClose: () => void;
  error: KonterError | null;
  children: ReactNode;
}

/** What the three ways of adding share: fields, what went wrong, and the way on. */
function AddForm({ go, ready, onGo, onClose, error, children }: AddFormProps) {
  const { t } = useTranslation();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void onGo();
      }}
    >
      {children}
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={onClose}>{t('catalogue.adding.close')}</Button>
          <Button look="primary" type="submit" disabled={!ready}>
            {go}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}

/** Looking a product up puts it into the catalogue. */
function OneCode({ settled, onClose }: { settled: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [asking, setAsking] = useState(false);
  const [found, setFound] = useState<string | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const look = async (): Promise<void> => {
    setAsking(true);
    setError(null);
    setFound(null);
    const answer = await call('product', { productCode: code });
    setAsking(false);
    if (!answer.ok) return setError(answer.error);
    // A product that was hidden is wanted again.
    await call('catalogue.save', { changes: [{ productCode: answer.value.productCode, hidden: false }] });
    setFound(answer.value.productName ?? answer.value.productCode);
    return setCode('');
  };
  return (
    <AddForm
      go={t('catalogue.adding.look')}
      ready={settled && !asking && ProductCode.safeParse(code).success}
      onGo={look}
      onClose={onClose}
      error={error}
    >
      <Field label={t('catalogue.adding.code')} hint={t('catalogue.adding.codeHint')}>
        {(ids) => (
          <input
            {...ids}
            type="text"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the way that was chosen begins here
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            className={classes(inputLook, 'font-mono')}
          />
        )}
      </Field>
      <div className="min-h-16">
        {found === null ? null : (
          <Notice
            compact
            tone="success"
            icon={CircleCheck}
            live="status"
            title={t('catalogue.adding.found', { name: found })}
          />
        )}
      </div>
    </AddForm>
  );
}

interface PastedListProps {
  settled: boolean;
  text: string;
  onClose: () => void;
}

/** A list from anywhere; checking it goes on when the dialog is closed. */
function PastedList({ settled, text: given, onClose }: PastedListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(given);
  const [error, setError] = useState<KonterError | null>(null);
  const tooLong = text.length > mostPasted;
  const start = async (): Promise<void> => {
    setError(null);
    const failure = await callForWork('catalogue.import', { text });
    return failure ? setError(failure) : onClose();
  };
  return (
    <AddForm
      go={t('catalogue.adding.start')}
      ready={settled && !tooLong && text.trim() !== ''}
      onGo={start}
      onClose={onClose}
      error={error}
    >
      <Field
        label={t('catalogue.adding.text')}
        hint={t('catalogue.adding.textHint')}
        fault={tooLong ? t('catalogue.adding.tooLong') : null}
      >
        {(ids) => (
          <textarea
            {...ids}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the way that was chosen begins here
            autoFocus
            rows={8}
            spellCheck={false}
            placeholder={'TSEL10\t10.500\t12.000\tPulsa'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            className={classes(inputLook, 'py-2 font-mono')}
          />
        )}
      </Field>
    </AddForm>
  );
}

type Chosen = { file: string; name: string; look: Output<'catalogue.previewImport'> };

/** A CSV file that the person chooses, and which of its columns says what. */
function FileList({ settled, onClose }: { settled: boolean; onClose: () => void }) {
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
    const look = await call('catalogue.previewImport', { file });
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

interface ListColumnFieldsProps {
  names: readonly string[];
  columns: ListColumns;
  onColumns: (columns: ListColumns) => void;
}

const fields = ['productCode', 'cost', 'sellingPrice', 'group'] as const;

/** Which column of the list says what; only the code must be there. */
function ListColumnFields({ names, columns, onColumns }: ListColumnFieldsProps) {
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
