import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/Choice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileList } from './FileList.tsx';
import { OneCode } from './OneCode.tsx';
import { PastedList } from './PastedList.tsx';

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
