/** Lets autocannon load a server as it is asked, one load after the other, and answers each with what was measured. */
import autocannon from 'autocannon';
import { median, p99 } from '../figures.ts';
import { Load, type Measured } from './loader.ts';
import { requestsOf } from './requests.ts';
import { processorMs } from './server.ts';

/** autocannon looks only so often whether its time is over, ms. */
const sampleInt = 10;

function run(load: Load): Promise<Measured> {
  const { port, pid, connections, seconds, answer } = load;
  // Made before the time counts. No two connections send the same: a redelivery is kept once.
  const requests = requestsOf(load);
  const each = Math.floor(requests.length / connections);
  const latencies: number[] = [];
  let [next, begun, ended, before] = [0, 0, 0, 0];
  return new Promise((resolve, reject) => {
    const options = {
      url: `http://127.0.0.1:${port}`,
      connections,
      duration: seconds,
      sampleInt,
      maxConnectionRequests: each,
      setupClient: (client: autocannon.Client) => {
        client.setRequests(requests.slice(next, next + each));
        next += each;
      },
      verifyBody: (body: unknown) => String(body).includes(answer),
    };
    autocannon(options, (error: unknown, { errors, non2xx, mismatches }) => {
      if (error instanceof Error) return reject(error);
      if (latencies.length === 0) return reject(new Error('no request was answered'));
      return resolve({
        answers: latencies.length,
        seconds: (ended - begun) / 1000,
        faults: errors + non2xx + mismatches,
        p50: median(latencies),
        p99: p99(latencies),
        serverMs: processorMs(pid) - before,
      });
    })
      .on('start', () => {
        [begun, before] = [performance.now(), processorMs(pid)];
      })
      .on('response', (_client, _status, _bytes, ms) => {
        ended = performance.now();
        latencies.push(ms);
      });
  });
}

process.on('message', (message) => {
  run(Load.parse(message)).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
