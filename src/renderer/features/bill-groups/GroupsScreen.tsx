import { type ReactNode, useEffect, useState } from 'react';
import type { BillGroup } from '../../../shared/contract/bill-groups.ts';
import { call, subscribe, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useBatch } from '../../state/batch.ts';
import { useEndOfMinute } from '../../state/clock.ts';
import { useKeys } from '../../state/keys.ts';
import { useMay } from '../../state/people.ts';
import { toast, toastError } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { ExportDialog } from '../../ui/ExportDialog.tsx';
import { Select } from '../../ui/Field.tsx';
import { X } from '../../ui/icons.tsx';
import { BookUser, Download, PencilLine, Plus, Printer } from '../../ui/later-icons.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { EmptyState, ErrorNotice, ScreenSkeleton } from '../../ui/Notice.tsx';
import { askPrint } from '../prints/index.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { GroupMembers } from './GroupMembers.tsx';

const readGroups = () => call('billGroups.list');
const readGroup = (id: string) => call('billGroups.get', { id });

/** Grows with each event after which a group may stand otherwise, and each minute: an inquiry gets too old. */
function useGroupVersion(): string {
  const [events, setEvents] = useState(0);
  useEffect(
    () =>
      subscribe(({ type }) => {
        if (type === 'billGroups' || type === 'transaction' || type === 'batch') setEvents((before) => before + 1);
      }),
    [],
  );
  return `${events} ${useEndOfMinute()}`;
}

const close = (): void => useBatch.setState({ showsGroups: false });

/** Saved groups of bills: their members asked for at once, and the chosen bills handed on to be paid. @param onPay they were */
export function GroupsScreen({ onPay }: { onPay: () => void }) {
  const { t } = useTranslation();
  const [saves, setSaves] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const chosen = useBatch((state) => state.groupId);
  const groups = useAnswer(readGroups, '', saves)?.answer ?? null;
  useKeys([{ key: 'Escape', label: t('common.back'), run: close }]);
  if (groups === null) return <ScreenSkeleton />;
  const list = groups.ok ? groups.value.groups : [];
  const id = list.find((each) => each.id === chosen)?.id ?? list[0]?.id ?? null;
  const changed = (group: BillGroup | null): void => {
    setAdding(false);
    setSaves((before) => before + 1);
    useBatch.setState({ groupId: group?.id ?? null });
  };
  const choices = list.map(({ id: value, name, members: n }) => ({ value, label: t('groups.choice', { name, n }) }));
  const head = (
    <>
      <h2 className="mr-auto text-title font-semibold">{t('groups.title')}</h2>
      {id === null ? null : (
        <Select
          hideLabel
          label={t('groups.which')}
          value={id}
          choices={choices}
          onValue={(groupId) => useBatch.setState({ groupId })}
          className="min-w-0 shrink max-w-120"
        />
      )}
      <Button icon={Plus} look={id === null ? 'primary' : 'plain'} onClick={() => setAdding(true)}>
        {t('groups.add')}
      </Button>
    </>
  );
  return (
    <div className="mx-auto flex h-full max-w-7xl flex-col gap-3 px-4 pt-3 pb-4">
      {id === null ? (
        <>
          <div className="flex flex-wrap items-center gap-3">{head}</div>
          {groups.ok ? null : <ErrorNotice error={groups.error} />}
          <div className="min-h-0 flex-1">
            <EmptyState icon={BookUser} title={t('groups.empty')} lead={t('groups.emptyDo')} />
          </div>
          <Button large hotkey="Esc" className="self-start" onClick={close}>
            {t('common.back')}
          </Button>
        </>
      ) : (
        <OpenGroup key={id} id={id} saves={saves} head={head} onPay={onPay} onChanged={changed} />
      )}
      {isAdding ? <GroupDialog of={null} onSaved={changed} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

interface OpenProps {
  id: string;
  saves: number;
  head: ReactNode;
  onPay: () => void;
  /** null: it is gone */
  onChanged: (group: BillGroup | null) => void;
}

function OpenGroup({ id, saves, head, onPay, onChanged }: OpenProps) {
  const { t } = useTranslation();
  const version = useGroupVersion();
  const [doing, setDoing] = useState<Doing>(null);
  const [tries, setTries] = useState(0);
  const answer = useAnswer(readGroup, id, `${version} ${saves} ${tries}`)?.answer ?? null;
  if (answer === null) return <ScreenSkeleton />;
  const group = answer.ok ? answer.value : null;
  const stop = (): void => setDoing(null);
  const changed = (now: BillGroup | null): void => {
    stop();
    onChanged(now);
  };
  const forget = async (): Promise<void> => {
    const forgotten = await call('billGroups.forget', { id });
    if (forgotten.ok) changed(null);
    else toastError(forgotten.error);
  };
  const formats = (['csv', 'xlsx'] as const).map((format) => ({
    label: t(`files.formats.${format}`),
    start: () => call('billGroups.export', { id, format }),
  }));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {head}
        {group ? <GroupMenu group={group} onDo={setDoing} /> : null}
      </div>
      {group ? (
        <GroupMembers group={group} onPay={onPay} onClose={close} />
      ) : (
        <>
          <div className="flex-1">
            {answer.ok ? null : <ErrorNotice error={answer.error} onRetry={() => setTries(tries + 1)} />}
          </div>
          <Button large hotkey="Esc" className="self-start" onClick={close}>
            {t('common.back')}
          </Button>
        </>
      )}
      {group && doing === 'change' ? <GroupDialog of={group} onSaved={changed} onClose={stop} /> : null}
      {group && doing === 'export' ? (
        <ExportDialog title={t('groups.export')} lead={t('groups.exportLead')} formats={formats} onClose={stop} />
      ) : null}
      {group && doing === 'forget' ? (
        <Confirm
          title={t('groups.forgetTitle', { name: group.name })}
          lead={t('groups.forgetLead')}
          stop={t('common.cancel')}
          go={{ label: t('groups.forget'), run: () => void forget() }}
          onClose={stop}
        />
      ) : null}
    </>
  );
}

type Doing = 'change' | 'forget' | 'export' | null;

/** What is done rarely with a group. */
function GroupMenu({ group: { id, members, masked }, onDo }: { group: BillGroup; onDo: (doing: Doing) => void }) {
  const { t } = useTranslation();
  const mayExport = useMay('exports');
  const paid = members.flatMap(({ state, sale }) => (state === 'paid' && sale ? [sale.id] : []));
  const printList = async (): Promise<void> => {
    const printed = await call('billGroups.print', { id });
    if (printed.ok) toast('success', t('groups.printed'));
    else toastError(printed.error);
  };
  const printSlips = async (): Promise<void> => {
    for (const sale of paid) await askPrint({ sale });
  };
  const items = [
    { icon: Printer, label: t('groups.printList'), run: () => void printList() },
    { icon: Printer, label: t('groups.printSlips', { n: paid.length }), run: () => void printSlips() },
    { icon: Download, label: t('groups.export'), run: () => onDo('export') },
    { icon: PencilLine, label: t('groups.change'), run: () => onDo('change') },
    { icon: X, label: t('groups.forget'), run: () => onDo('forget') },
  ];
  const isOffered = [true, paid.length > 0, mayExport, !masked, true];
  return <MoreMenu label={t('groups.more')} items={items.filter((_, at) => isOffered[at])} />;
}
