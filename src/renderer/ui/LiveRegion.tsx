import { useEffect, useRef } from 'react';

interface Props {
  words: string;
  /** interrupts the current speech */
  urgent?: boolean;
  /** how long the words must stay the same before they are announced */
  afterMs?: number;
}

/** A region that keeps its text is read again after each dialog, and when the screen is read line by line. */
const staysMs = 8000;

/**
 * Announces words to a screen reader when they change. One text is read whole and from its beginning, where several elements
 * would be read one by one and in another order. It is written after the region is mounted: a reader announces changes only.
 */
export function LiveRegion({ words, urgent = false, afterMs = 0 }: Props) {
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const write = (text: string): void => {
      if (region.current && region.current.textContent !== text) region.current.textContent = text;
    };
    if (words === '') return write('');
    if (afterMs === 0) write(words);
    const announce = afterMs === 0 ? undefined : window.setTimeout(() => write(words), afterMs);
    const clear = window.setTimeout(() => write(''), afterMs + staysMs);
    return () => {
      window.clearTimeout(announce);
      window.clearTimeout(clear);
    };
  }, [words, afterMs]);
  return <p ref={region} role={urgent ? 'alert' : 'status'} className="sr-only" />;
}
