import { onPrimaryMessage, sendToPrimary } from '../common/process-messages';

const TIMEOUT_MS = 5_000;

/** In a worker: sends its metrics to the primary process, which adds up those of all workers. */
export class WorkerMetrics {
  private readonly waiting = new Map<number, (text: string) => void>();
  private requests = 0;

  constructor(read: () => Promise<object[]>) {
    onPrimaryMessage((message) => {
      if (message.kind === 'metrics-summed') this.waiting.get(message.request)?.(message.text);
      if (message.kind !== 'metrics-asked') return;
      const { request } = message;
      void read().then((metrics) => sendToPrimary({ kind: 'metrics', request, metrics }));
    });
  }

  /** Of all workers, in Prometheus's text format. Throws when the primary process does not answer in time. */
  async sum(): Promise<string> {
    const request = (this.requests += 1);
    try {
      return await new Promise<string>((resolve, reject) => {
        const late = () => reject(new Error('The primary process does not answer with the metrics in time'));
        const timer = setTimeout(late, TIMEOUT_MS);
        this.waiting.set(request, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
        sendToPrimary({ kind: 'metrics-wanted', request });
      });
    } finally {
      this.waiting.delete(request);
    }
  }
}
