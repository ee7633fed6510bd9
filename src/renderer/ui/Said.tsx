import { useEffect, useRef } from 'react';

interface Props {
  words: string;
  /** interrupts what is being said */
  urgent?: boolean;
  /** how long the words stay the same before they are said */
  afterMs?: number;
}

/** What stands longer is heard once more after each dialog, and met twice by who reads on from line to line. */
const staysMs = 8000;

/**
 * Words for a reader of the screen alone, heard when they change. Readers say what comes into a region piece by piece and in
 * an order of their own; one text is heard whole and from its beginning. It is written here after the region stands, or
 * nobody would hear the first.
 */
export function Said({ words, urgent = false, afterMs = 0 }: Props) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const write = (text: string): void => {
      if (place.current && place.current.textContent !== text) place.current.textContent = text;
    };
    if (words === '') return write('');
    if (afterMs === 0) write(words);
    const rest = afterMs === 0 ? undefined : window.setTimeout(() => write(words), afterMs);
    const gone = window.setTimeout(() => write(''), afterMs + staysMs);
    return () => {
      window.clearTimeout(rest);
      window.clearTimeout(gone);
    };
  }, [words, afterMs]);
  return <p ref={place} role={urgent ? 'alert' : 'status'} className="sr-only" />;
}
