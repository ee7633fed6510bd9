import { access, constants } from 'node:fs/promises';
import type { PrinterSetting } from '../../../shared/domain/printer.ts';
import { namedPrinters } from '../../printing/transports/named-printers.ts';
import { openTalk } from '../../printing/transports/talk.ts';
import type { Finding } from './verdict.ts';

const answerWithinMs = 5_000;

/** Whether each printer of the settings is to be reached. Nothing is printed, and nothing is sent. */
export async function lookAtPrinters(printers: readonly PrinterSetting[]): Promise<Finding[]> {
  if (printers.length === 0)
    return [{ part: 'printer', verdict: 'ok', what: 'none set up: the system’s dialog is used' }];
  return Promise.all(
    printers.map(async (printer): Promise<Finding> => {
      const { verdict, what } = await lookAt(printer);
      return { part: 'printer', verdict, what: `${printer.name}: ${what}` };
    }),
  );
}

async function lookAt({ transport }: PrinterSetting): Promise<Pick<Finding, 'verdict' | 'what'>> {
  const found = (there: boolean, what: string) =>
    there ? ({ verdict: 'ok', what } as const) : ({ verdict: 'fault', what: `not ${what}` } as const);
  switch (transport.kind) {
    case 'tcp': {
      const talk = await openTalk(transport, answerWithinMs);
      talk?.hangUp();
      return found(talk !== null, 'reached');
    }
    case 'device':
      if (process.platform === 'win32')
        return { verdict: 'skipped', what: 'a device of Windows, known when it prints' };
      return access(transport.path, constants.W_OK).then(
        () => found(true, 'to be written to'),
        () => found(false, 'to be written to'),
      );
    case 'system':
    case 'system-graphic': {
      const names = process.platform === 'win32' ? null : await namedPrinters();
      if (names === null) return { verdict: 'skipped', what: 'the system does not list its printers here' };
      return found(names.includes(transport.name), 'known to the system');
    }
  }
}
