import { Counter, type Registry } from 'prom-client';
import { modelUsage } from '../inference/model-calls';

/** Calls of the chat model, and its tokens. */
export function modelMetrics(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'llm_calls_total',
    help: 'Calls of the chat model.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { answered, failed } = modelUsage();
      this.reset();
      this.inc({ outcome: 'answered' }, answered);
      this.inc({ outcome: 'failed' }, failed);
    },
  });
  new Counter({
    name: 'llm_tokens_total',
    help: 'Tokens of the chat model, as its server counted them; streamed answers are not counted.',
    labelNames: ['kind'],
    registers,
    collect() {
      const { promptTokens, completionTokens } = modelUsage();
      this.reset();
      this.inc({ kind: 'prompt' }, promptTokens);
      this.inc({ kind: 'completion' }, completionTokens);
    },
  });
}
