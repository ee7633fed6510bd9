import type { Drill } from '../drill.ts';
import { sentTo, slipsOf, subjectOf } from '../seen.ts';
import { creditCodes, ordinaryNumber } from './credit-codes.ts';

const isPrinted = (state: string | undefined): boolean => state === 'sent' || state === 'confirmed';

/** The roll ends in the middle of a slip: half a slip is no proof, and nothing is sold again for its sake. */
export const paperOut: Drill = {
  name: 'paperOut',
  subject: { customerNo: ordinaryNumber, codes: creditCodes },
  steps: [
    {
      name: 'sellToPrint',
      types: 'subject',
      stage: 'rollEnds',
      isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'success',
    },
    {
      name: 'printHalf',
      isDone: (sight, cast) =>
        slipsOf(sight, cast).some(({ state, reason }) => state === 'unknown' && reason === 'paper_out'),
    },
    { name: 'printAgain', isDone: (sight, cast) => slipsOf(sight, cast).length > 1 },
    {
      name: 'newRoll',
      byHand: 'newRoll',
      isDone: (sight, cast) =>
        slipsOf(sight, cast)
          .slice(1)
          .some(({ state }) => isPrinted(state)),
    },
  ],
  wrongs: [
    { name: 'saidPrinted', isSeen: (sight, cast) => slipsOf(sight, cast)[0]?.decided === 'printed' },
    {
      name: 'gaveSlipUp',
      isSeen: (sight, cast) => slipsOf(sight, cast).some(({ decided }) => decided === 'given_up'),
    },
    { name: 'soldForPaper', isSeen: (sight, { subject }) => sentTo(sight, subject.customerNo).length > 1 },
  ],
};
