import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';

interface Props {
  title: string;
  lead: string;
  /** the careful way out */
  stop: string;
  /** the action that continues; null when there is none. "expected": only notes what was done already, so Enter means it */
  go: { label: string; run: () => void; danger?: boolean; expected?: boolean; hotkey?: string } | null;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before something that cannot be taken back. Enter means the careful way, unless the other is expected; that is Tab away. */
export function Confirm({ title, lead, stop, go, onClose, children }: Props) {
  const keys = go?.hotkey ? [{ key: go.hotkey, label: go.label, run: go.run }] : [];
  return (
    <Dialog title={title} lead={lead} onClose={onClose} keys={keys}>
      {(settled) => (
        <>
          {children}
          <DialogFooter reverse>
            <Ways {...{ stop, go, onClose, settled }} />
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Ways({ stop, go, onClose, settled }: Pick<Props, 'stop' | 'go' | 'onClose'> & { settled: boolean }) {
  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (settled) primary.current?.focus();
  }, [settled]);
  const expected = go?.expected === true;
  const careful = (
    <Button
      key="stop"
      ref={expected ? null : primary}
      look={expected ? 'plain' : 'primary'}
      disabled={!settled}
      onClick={onClose}
    >
      {stop}
    </Button>
  );
  if (!go) return careful;
  const other = (
    <Button
      key="go"
      ref={expected ? primary : null}
      look={expected ? 'primary' : go.danger === false ? 'plain' : 'danger'}
      disabled={!settled}
      onClick={go.run}
      {...(go.hotkey ? { hotkey: go.hotkey } : {})}
    >
      {go.label}
    </Button>
  );
  return expected ? [other, careful] : [careful, other];
}
