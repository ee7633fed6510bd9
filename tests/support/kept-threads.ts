import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import type { System, WorkerThread } from '../../src/main/base/system.ts';

const idle: WorkerThread[] = [];

/**
 * The machine as it is, but that a thread for tasks on whole databases serves the next one too, in whatever world: it keeps nothing
 * between two, and starting one takes longer than most of them.
 */
export const keptThreads: System = {
  ...nodeSystem,
  workers: {
    start(name, options) {
      if (name !== 'journal-worker') return nodeSystem.workers.start(name, options);
      const thread = idle.pop() ?? nodeSystem.workers.start(name, options);
      let unanswered = 0;
      return {
        async call(...args) {
          unanswered += 1;
          const answer = await thread.call(...args);
          unanswered -= 1;
          return answer;
        },
        ended: () => thread.ended(),
        // One that failed may hold its files.
        stop: async () => void (unanswered === 0 && !thread.ended() ? idle.push(thread) : await thread.stop()),
      };
    },
  },
};
