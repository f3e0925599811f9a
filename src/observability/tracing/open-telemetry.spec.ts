import { setTimeout as pause } from 'node:timers/promises';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  type Sampler,
} from '@opentelemetry/sdk-trace-base';
import { traced, traceHeaders, traceWith, type SpanStart } from '../../common/tracing';
import { MAX_CALLS, OpenTelemetryTracing } from './open-telemetry';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const REQUEST: SpanStart = { name: 'request', kind: 'server', facts: {} };
const CALL: SpanStart = { name: 'call', kind: 'client', facts: {}, isPart: true };

function trace(sampler?: Sampler) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...(sampler && { sampler }),
  });
  traceWith(new OpenTelemetryTracing(provider, 'test', '1'));
  return () => exporter.getFinishedSpans();
}

describe('OpenTelemetryTracing', () => {
  afterEach(() => traceWith(null));

  it('makes what begins inside a part of it, also after waiting, and beside others', async () => {
    const spans = trace();
    const work = (name: string) =>
      traced(
        () => ({ ...REQUEST, name }),
        async () => {
          await pause(1);
          await traced(
            () => ({ ...CALL, name: `call of ${name}` }),
            () => pause(1),
          );
        },
      );
    await Promise.all([work('a'), work('b')]);
    for (const name of ['a', 'b']) {
      const [whole, part] = [name, `call of ${name}`].map((each) =>
        spans().find((span) => span.name === each),
      );
      expect(part?.parentSpanContext?.spanId).toBe(whole?.spanContext().spanId);
      expect(whole?.parentSpanContext).toBeUndefined();
    }
  });

  it('goes on with the trace of a request, and hands it on', async () => {
    const spans = trace();
    const headers = { traceparent: PARENT, tracestate: 'vendor=1' };
    const handedOn = await traced(
      () => ({ ...REQUEST, headers }),
      () => Promise.resolve(traceHeaders()),
    );
    const [span] = spans();
    expect(span?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(handedOn).toEqual({
      traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-${span?.spanContext().spanId}-01`,
      tracestate: 'vendor=1',
    });
    expect(traceHeaders()).toEqual({});
  });

  it('reports no part without a parent, and no part of a trace that is over', async () => {
    const spans = trace();
    await traced(
      () => CALL,
      () => Promise.resolve(),
    );
    expect(spans()).toEqual([]);
    const later = await traced(
      () => REQUEST,
      (span) =>
        Promise.resolve(() =>
          span?.run(() =>
            traced(
              () => CALL,
              () => Promise.resolve(),
            ),
          ),
        ),
    );
    await later();
    expect(spans().map(({ name }) => name)).toEqual(['request']);
  });

  it('does all the work and reports a limited number of calls of one request, and its end', async () => {
    const spans = trace();
    let done = 0;
    await traced(
      () => REQUEST,
      async () => {
        for (let i = 0; i < MAX_CALLS + 10; i++) {
          await traced(
            () => CALL,
            () => Promise.resolve(done++),
          );
        }
        await traced(
          () => ({ name: 'step', kind: 'internal', facts: {} }),
          () => Promise.resolve(),
        );
      },
    );
    expect(done).toBe(MAX_CALLS + 10);
    const names = spans().map(({ name }) => name);
    expect(names.filter((name) => name === 'call')).toHaveLength(MAX_CALLS);
    expect(names.slice(-2)).toEqual(['step', 'request']);
  });

  it('reports no part of an unsampled trace, and passes on that it is not sampled', async () => {
    const spans = trace(new ParentBasedSampler({ root: new AlwaysOffSampler() }));
    const start = jest.fn(() => CALL);
    const handedOn = await traced(
      () => REQUEST,
      async () => {
        await traced(start, () => Promise.resolve());
        return traceHeaders();
      },
    );
    expect(spans()).toEqual([]);
    expect(start).not.toHaveBeenCalled();
    expect(handedOn.traceparent).toMatch(/-00$/);
  });

  it('reports the kind of a failure, and never its message', async () => {
    const spans = trace();
    const failing = traced(
      () => REQUEST,
      () => Promise.reject(new RangeError('secret')),
    );
    await expect(failing).rejects.toThrow('secret');
    expect(spans()[0]).toMatchObject({
      attributes: { 'error.type': 'RangeError' },
      status: { code: 2 },
      events: [],
    });
    expect(spans()[0]?.status.message).toBeUndefined();
  });
});
