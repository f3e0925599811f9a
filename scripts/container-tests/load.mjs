import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

const CONNECTIONS = 16;
const CHECKS = 8;
const RETRY_MS = 20;
const POLL_MS = 20;
const WAIT_LIMIT_MS = 300_000;
/** Of ten requests, as in the mixed profile of docs/PERFORMANCE.md. */
const [RECALLS, WRITES] = [7, 2];
const SUBJECTS = ['editor', 'release', 'database', 'invoice', 'garden', 'holiday', 'deploy', 'keyboard'];

/** @typedef {Awaited<ReturnType<typeof import('../console-tests/plant.mjs').agentApi>>} Api */

/**
 * @typedef {object} Load
 * @property {() => number} answers so far, without refusals
 * @property {(more: number) => Promise<void>} answered waits for so many more
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} assertKept checks that every acknowledged memory is there; call it after `stop`
 */

/**
 * Sends the requests of the mixed profile until it is stopped. A refused connection and an answer of 503 are expected
 * while the service or its database stops; any other failure is reported by `stop`.
 *
 * @param {readonly Api[]} agents
 * @returns {Load}
 */
export function startLoad(agents) {
  /** @type {{ api: Api, id: string, content: string }[]} */
  const stored = [];
  /** @type {unknown[]} */
  const failures = [];
  const state = { isOver: false, answers: 0 };

  /** @param {number} connection */
  async function work(connection) {
    for (let step = 0; !state.isOver; step++) {
      const api = /** @type {Api} */ (agents[(connection + step) % agents.length]);
      const content = `Note ${connection}-${step} about the ${subjectOf(connection * 3 + step)}.`;
      try {
        const id = await send(api, step % 10, content);
        state.answers += 1;
        if (id !== null) stored.push({ api, id, content });
      } catch (error) {
        const status = /** @type {any} */ (error).status;
        if (status !== undefined && status !== 503) failures.push(error);
        await pause(RETRY_MS);
      }
    }
  }

  const working = Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => work(connection)));
  return {
    answers: () => state.answers,
    answered: (more) => reached(() => state.answers, state.answers + more),
    stop: async () => {
      state.isOver = true;
      await working;
      assert.deepEqual(failures, []);
    },
    assertKept: async () => {
      assert.ok(stored.length > 0, 'the load stored no memory');
      const left = [...stored];
      const check = async () => {
        for (let each = left.pop(); each !== undefined; each = left.pop())
          assert.equal((await each.api(`memories/${each.id}`)).content, each.content);
      };
      await Promise.all(Array.from({ length: CHECKS }, check));
    },
  };
}

/** @param {number} number */
export function subjectOf(number) {
  return SUBJECTS[number % SUBJECTS.length];
}

/**
 * @param {Api} api
 * @param {number} kind 0 to 9
 * @param {string} content
 * @returns {Promise<string | null>} the id of a memory that was stored
 */
async function send(api, kind, content) {
  if (kind < RECALLS) await api('recall', { query: content, limit: 10 });
  else if (kind < RECALLS + WRITES) return (await api('remember', { content })).memory_id;
  else await api('recall/recent', { limit: 10 });
  return null;
}

/**
 * @param {() => number} count
 * @param {number} wanted
 */
async function reached(count, wanted) {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  while (count() < wanted) {
    assert.ok(Date.now() < deadline, `${count()} answers instead of ${wanted}`);
    await pause(POLL_MS);
  }
}
