import type { drills as id } from '../id/drills.ts';

export const drills: typeof id = {
  title: 'Drills',
  lead: 'Bad days, tried here first with play money. The card at the top of the screen leads; you do the selling.',
  start: 'Start',
  again: 'Again',
  running: 'Under way',
  notDone: 'Never done yet',
  done: 'Done {{when}}',
  doneBy: '{{name}}, {{when}}',
  more: 'and {{n}} more',
  clean: 'without a wrong move',
  wrongMoves_one: '{{count}} wrong move',
  wrongMoves_other: '{{count}} wrong moves',
  training: 'TRAINING',
  notReal: 'not real money',
  card: 'The drill under way',
  step: '{{title}}, {{n}}/{{of}}:',
  through: '{{title}}:',
  type: 'Type it for me',
  load: 'Put in new paper',
  stop: 'Stop',
  fold: 'Fold the card',
  unfold: 'Unfold the card',
  seeResult: 'See the result',
  throughClean: 'Done, and nothing would have cost the shop money.',
  throughWrong: 'Done, but something would have cost the shop. See the result.',
  wasRight: 'What was right',
  wouldCost: 'What would have cost in earnest',
  atStake: 'Money at stake: {{amount}}.',
  others: 'Other drills',
  name: {
    lostOrder: { title: 'Lost answer', lead: 'Was the credit sent or not? The news comes later.' },
    lateWebhook: { title: 'Late news', lead: 'An order waits for long; the queue goes on.' },
    failedSale: { title: 'Failed, cash back', lead: 'A sale fails with the cash already taken.' },
    askedTwice: { title: 'Asked for twice', lead: 'The customer says nothing came; sell it once.' },
    lostBill: { title: 'Lost answer of a bill', lead: 'Paid or not? Look again, then a supervisor records it.' },
    paperOut: { title: 'Paper out', lead: 'The roll ends in the middle of a slip.' },
  },
  steps: {
    loseAnswer: {
      do: 'Sell {{product}} to {{number}}, take the cash, and send it.',
      means: 'Its answer was lost on the way. The provider may have sent the credit, so the cash stays in the drawer.',
    },
    serveWhileUnknown: {
      do: 'Do not send again, do not hand back the cash. Serve the next person: {{nextProduct}} to {{nextNumber}}.',
      means: 'One sale is not certain, and the queue goes on. Its money is guarded in the strip at the top.',
    },
    hearLost: {
      do: 'Wait a moment. The provider’s signed news comes by itself.',
      means: 'It had been sent after all. Sent again, the shop would have paid twice.',
    },
    findLost: {
      do: 'The customer comes back to ask. Open the sale of {{number}} in Receipts (F3).',
      means: 'There is its serial number: that is the customer’s proof.',
    },
    sellSlow: {
      do: 'Sell {{product}} to {{number}}, take the cash, and send it.',
      means:
        'The provider took the order; there is no result yet. Waiting is not failing: the cash stays in the drawer.',
    },
    serveWhilePending: {
      do: 'Let it wait and serve the next person: {{nextProduct}} to {{nextNumber}}.',
      means: 'What waits is guarded in the strip at the top; nobody has to watch it.',
    },
    hearLate: {
      do: 'Wait a moment. The news is on its way.',
      means: 'The news came and the sale settled by itself, without anybody pressing anything.',
    },
    findLate: {
      do: 'Hand over the proof: open the sale of {{number}} in Receipts (F3).',
      means: 'The slip is whole now, serial number and all.',
    },
    sellFailing: {
      do: 'Sell {{product}} to {{number}}, take the cash, send it, then wait for the result.',
      means: 'It failed for certain: the provider took no money of the shop. The cash in the drawer is the customer’s.',
    },
    returnCash: {
      do: 'Hand the cash back, then record it with “Cash was returned”.',
      means: 'Who and when is written down. Without that the drawer looks short, and cash may go back twice.',
    },
    sellOnce: {
      do: 'Sell {{product}} to {{number}} and wait until it succeeds.',
      means: 'It succeeded, with a serial number. The customer says: “Nothing came, send it again.”',
    },
    sellAgain: {
      do: 'Try to sell {{product}} to {{number}} once more, until the counter asks.',
      means: 'The counter knows the same sale of today, before anything is sent.',
    },
    showSn: {
      do: 'Cancel. Open the first sale in Receipts (F3) and show its serial number.',
      means: 'The serial number proves that the credit came; the customer can ask the operator with it.',
    },
    payBill: {
      do: 'Pay the bill {{product}} of {{number}}.',
      means: 'Its answer was lost. The bill may be paid; no news follows for bills.',
    },
    lookAtBill: {
      do: 'Open this payment in Receipts (F3) and look at its bill again.',
      means: 'The bill is gone: most likely it was paid. That is a hint, not a proof.',
    },
    recordBill: {
      do: 'A supervisor presses “Record the outcome”: success, with a note where it was seen.',
      means: 'Who decided and on what grounds is written down, and the bill is not paid twice.',
    },
    sellToPrint: {
      do: 'Sell {{product}} to {{number}} and wait until it succeeds.',
      means: 'The money is settled: the sale succeeded, whatever becomes of the paper.',
    },
    printHalf: {
      do: 'Print the slip (F8). The roll is nearly at its end.',
      means: 'The paper ended half-way. The sale still succeeded; only its proof is half.',
    },
    printAgain: {
      do: 'Open the prints (F7). The slip is not whole, so choose “Print again”.',
      means: 'The new slip waits for paper. It is a numbered copy, so proofs can still be counted.',
    },
    newRoll: {
      do: 'Put in a new roll; what waits is printed by itself.',
      means: 'Printed whole, without pressing print again.',
    },
  },
  wrongs: {
    pressedAgain: 'It was sent again. The counter held it back, because the first may have been carried out.',
    soldTwice: 'The same number was sold to again before it was certain. In earnest the shop may pay twice.',
    cashGivenBack: 'The cash was to go back before it was certain. If it was sent after all, the shop loses all of it.',
    recordedBlind: 'The outcome was to be recorded before any news. A guess written down may contradict the news.',
    servedBeforeReturning: 'The next person was served before the cash went back. The first one leaves without it.',
    allowedRepeat: 'It was sold once more although the counter asked. The shop pays twice for one customer.',
    recordedFailed: 'It was recorded as failed, though it may be paid. The cash goes back and the bill stays paid.',
    noEvidence: 'It was recorded without looking again. Looking is free, and without it the record is a guess.',
    saidPrinted: 'Half a slip was recorded as printed. The customer leaves without a whole proof.',
    gaveSlipUp: 'The slip was given up. The customer leaves without a proof.',
    soldForPaper: 'It was sold again just for the slip. Printing again is free; selling again is not.',
  },
};
