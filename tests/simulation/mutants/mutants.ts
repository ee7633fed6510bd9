import { givesBackTooMuch, goesOnByItself, sendsALineAgain, sendsLinesSideBySide } from './batch-mutants.ts';
import { claimMutants } from './claim-mutants.ts';
import { recoversNothing, skipsAReceipt, staysLocked, tidiesTheLog } from './journal-mutants.ts';
import {
  anyNameWillDo,
  deafToRotation,
  forgetsTheOldKey,
  overlooksAChangedKey,
  quarantinedForGood,
  retiredIsTrusted,
} from './key-mutants.ts';
import { allIsCash, forgetsOneSale, returnedAsPaid, settledAsCash, settlesTwice } from './money-mutants.ts';
import type { Mutant } from './mutant.ts';
import { parksInMemory } from './parking-mutants.ts';
import {
  anyWordIsNo,
  asksAgain,
  deafAfterTheLimit,
  doubtDoesNotLock,
  losesTheRef,
  lostIsRefused,
  lostIsUnsent,
  oneAtATimeIsNot,
  repeatsByDayAlone,
  sendsBeforeWriting,
  threePlaces,
  trustsAnyRef,
  twoBillsAtOnce,
} from './sale-mutants.ts';

import { shippingMutants } from './shipping-mutants.ts';
import { addressIsEnough, lastNumberWins } from './swap-mutants.ts';
import {
  ackBeforeHearing,
  answersBeforeKeeping,
  anySpellingIsKnown,
  earlyIsAside,
  erasesUnacked,
  forgetsWebhooks,
  placeIsEnough,
  remembersTheLatest,
} from './webhook-mutants.ts';

/** At least one for each of the promises but (h). */
export const mutants: readonly Mutant[] = [
  goesOnByItself,
  sendsALineAgain,
  sendsLinesSideBySide,
  givesBackTooMuch,
  asksAgain,
  oneAtATimeIsNot,
  twoBillsAtOnce,
  threePlaces,
  sendsBeforeWriting,
  lostIsUnsent,
  lostIsRefused,
  trustsAnyRef,
  losesTheRef,
  ackBeforeHearing,
  forgetsWebhooks,
  remembersTheLatest,
  answersBeforeKeeping,
  earlyIsAside,
  tidiesTheLog,
  skipsAReceipt,
  staysLocked,
  recoversNothing,
  retiredIsTrusted,
  forgetsTheOldKey,
  quarantinedForGood,
  deafToRotation,
  anyNameWillDo,
  addressIsEnough,
  lastNumberWins,
  overlooksAChangedKey,
  repeatsByDayAlone,
  placeIsEnough,
  erasesUnacked,
  anyWordIsNo,
  deafAfterTheLimit,
  doubtDoesNotLock,
  anySpellingIsKnown,
  allIsCash,
  returnedAsPaid,
  forgetsOneSale,
  settledAsCash,
  settlesTwice,
  parksInMemory,
];

/** Found in the worlds of shops with several counters. */
export const mutantsOfShops: readonly Mutant[] = [...claimMutants, ...shippingMutants];

export const allMutants: readonly Mutant[] = [...mutants, ...mutantsOfShops];
