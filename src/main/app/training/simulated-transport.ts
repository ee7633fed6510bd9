import type { SimulatedAnswer } from '../../../simulator/core/http.ts';
import type { Simulator } from '../../../simulator/core/simulator.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Transport, TransportOutcome, TransportRequest } from '../../ports/transport.ts';

const nothing = new Uint8Array(0);

/** The practice provider behind the same port as the network: no socket, the same outcomes. */
export function simulatedTransport(simulator: Simulator, clock: Clock): Transport {
  return {
    async exchange(request) {
      const answer = await simulator.handle({
        method: request.method,
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: request.body ?? nothing,
      });
      await clock.sleep(Math.min(answer.afterMs, request.answerTimeoutMs), request.signal);
      return outcomeOf(request, answer);
    },
  };
}

function outcomeOf(request: TransportRequest, answer: SimulatedAnswer): TransportOutcome {
  if (answer.afterMs >= request.answerTimeoutMs) return { kind: 'lost', reason: 'answer_timeout' };
  if (answer.kind !== 'answer') return { kind: 'lost', reason: answer.kind };
  return { kind: 'answered', status: answer.status, headers: answer.headers, body: answer.body };
}
