import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { NumberPad } from './NumberPad.tsx';
import { usePad } from './pad-store.ts';

interface Props {
  text: string;
  onText: (text: string) => void;
  children: ReactNode;
}

/** What lies below the field, with the number pad beside it where fingers sell. */
export function EntrySide({ text, onText, children }: Props) {
  const padShown = usePad((state) => state.shown);
  return (
    <div className={classes('relative flex flex-1 gap-2', padShown ? 'min-h-47' : 'min-h-30')}>
      <div className="relative min-h-0 min-w-0 flex-1">{children}</div>
      {padShown ? <NumberPad text={text} onText={onText} /> : null}
    </div>
  );
}
