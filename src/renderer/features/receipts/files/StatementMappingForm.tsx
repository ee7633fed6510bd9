import type { StatementProposal } from '../../../../shared/contract/files.ts';
import {
  DateOrder,
  LineStatus,
  type StatementMapping,
  statementFields,
} from '../../../../shared/domain/column-mapping.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { writtenTime } from '../../../../shared/domain/zone.ts';
import { plural } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { useSettings } from '../../../state/settings.ts';
import { DayField } from '../../../ui/DayField.tsx';
import { ColumnSelect, Select } from '../../../ui/Field.tsx';
import { LayoutFields, ReadLines, ReadValue } from '../../../ui/TableMapping.tsx';

interface Props {
  proposal: StatementProposal;
  onMapping: (mapping: StatementMapping) => void;
  disabled: boolean;
}

/** How a statement is read: proposed, corrected by hand, and seen on its first lines. */
export function StatementMappingForm({ proposal, onMapping, disabled }: Props) {
  const { t } = useTranslation();
  const { mapping } = proposal;
  const change = (changes: Partial<StatementMapping>): void => onMapping({ ...mapping, ...changes });
  return (
    <>
      <output className="block">{t(`mapping.from.${proposal.from}`)}</output>
      <Lines proposal={proposal} />
      <Answers proposal={proposal} onChange={change} disabled={disabled} />
      <fieldset className="grid grid-cols-2 gap-3" disabled={disabled}>
        <legend className="mb-2 text-small font-medium text-ink-soft">{t('mapping.columns')}</legend>
        {statementFields.map((field) => (
          <ColumnSelect
            key={field}
            label={t(`reconcile.fields.${field}`)}
            none={t('mapping.noColumn')}
            names={proposal.columns}
            value={mapping.columns[field]}
            onValue={(name) => change({ columns: { ...mapping.columns, [field]: name } })}
          />
        ))}
        <Select
          label={t('reconcile.dates')}
          value={mapping.dateOrder ?? 'auto'}
          choices={(['auto', ...DateOrder.options] as const).map((value) => ({
            value,
            label: t(`reconcile.dateOrders.${value}`),
          }))}
          onValue={(order) => change({ dateOrder: order === 'auto' ? null : order })}
        />
      </fieldset>
      <LayoutFields view={proposal} mapping={mapping} onMapping={onMapping} disabled={disabled} />
      <HiddenNote hidden={proposal.hidden} />
    </>
  );
}

/** The hidden part of the sheet: a filter hides lines that are of the statement. */
function HiddenNote({ hidden: { columns, rows } }: Pick<StatementProposal, 'hidden'>) {
  const { t } = useTranslation();
  const notes = [
    ...(rows > 0 ? [t('reconcile.hiddenRows', plural(rows))] : []),
    ...(columns.length > 0 ? [t('reconcile.hiddenColumns', { what: columns.join(', ') })] : []),
  ];
  return notes.length === 0 ? null : <p className="font-medium">{notes.join(' ')}</p>;
}

/** What a file alone does not say. */
function Answers({
  proposal,
  onChange,
  disabled,
}: Omit<Props, 'onMapping'> & { onChange: (changes: Partial<StatementMapping>) => void }) {
  const { t } = useTranslation();
  const { mapping, unknownStatuses, hasNegative, needsPeriod, hasUnreadPeriod } = proposal;
  const { period, statuses } = mapping;
  const setStatus = (word: string, status: LineStatus | 'unknown'): void => {
    const { [word]: _, ...others } = statuses;
    onChange({ statuses: status === 'unknown' ? others : { ...others, [word]: status } });
  };
  const setDay = (end: 'from' | 'to', day: string): void =>
    onChange({ period: { from: period?.from ?? day, to: period?.to ?? day, [end]: day } });
  return (
    <>
      {needsPeriod || hasUnreadPeriod ? (
        <fieldset className="grid grid-cols-2 gap-3" disabled={disabled}>
          <legend className="mb-2 font-medium">{t(needsPeriod ? 'reconcile.period' : 'reconcile.periodAsk')}</legend>
          {(['from', 'to'] as const).map((end) => (
            <DayField
              key={end}
              label={t(end === 'from' ? 'reconcile.periodFrom' : 'reconcile.periodTo')}
              value={period?.[end] ?? ''}
              onDay={(day) => setDay(end, day)}
            />
          ))}
        </fieldset>
      ) : null}
      {unknownStatuses.length > 0 ? (
        <fieldset className="grid grid-cols-2 gap-3" disabled={disabled}>
          <legend className="mb-2 font-medium">{t('reconcile.statuses')}</legend>
          {unknownStatuses.map((word) => (
            <Select
              key={word}
              label={word}
              value={statuses[word] ?? 'unknown'}
              choices={(['unknown', ...LineStatus.options] as const).map((value) => ({
                value,
                label: t(`reconcile.statusMeans.${value}`),
              }))}
              onValue={(status) => setStatus(word, status)}
            />
          ))}
        </fieldset>
      ) : null}
      {hasNegative ? (
        <Select
          label={t('reconcile.negative')}
          value={mapping.negative ?? 'charge'}
          choices={(['charge', 'refund'] as const).map((value) => ({
            value,
            label: t(`reconcile.negatives.${value}`),
          }))}
          onValue={(negative) => onChange({ negative })}
        />
      ) : null}
    </>
  );
}

function Lines({ proposal: { mapping, lines } }: { proposal: StatementProposal }) {
  const { t } = useTranslation();
  const timeZone = useSettings((state) => state.view?.settings.provider.timeZone ?? 'Asia/Jakarta');
  // A column that says the same of every line takes the room of one that does not.
  const hasRefund = lines.some((line) => line.kind !== 'summary' && line.direction === 'refund');
  const heads = [
    { name: t('reconcile.fields.transactionId') },
    { name: t('reconcile.fields.customerNo') },
    { name: t('reconcile.fields.amount'), number: true },
    ...(hasRefund ? [{ name: t('reconcile.way') }] : []),
    { name: t('reconcile.fields.status') },
    { name: t('reconcile.fields.time') },
  ];
  return (
    <ReadLines
      heads={heads}
      rows={lines.map((line) => {
        if (line.kind === 'summary') return line.text;
        const { written, wholeDay } = line;
        const time = line.time === null ? null : writtenTime(line.time, timeZone);
        return [
          line.transactionId ?? <ReadValue key="id" value={null} written={null} />,
          <ReadValue key="no" value={line.customerNo} written={written.customerNo} />,
          <ReadValue
            key="amount"
            value={line.amount === null ? null : formatRupiah(line.amount)}
            written={written.amount}
          />,
          ...(hasRefund ? [t(`reconcile.ways.${line.direction}`)] : []),
          mapping.columns.status === null ? (
            '–'
          ) : (
            <ReadValue
              key="status"
              isWord
              value={line.status === null ? null : t(`reconcile.statusMeans.${line.status}`)}
              written={written.status}
            />
          ),
          <ReadValue key="time" value={wholeDay ? (time?.slice(0, 10) ?? null) : time} written={written.time} />,
        ];
      })}
    />
  );
}
