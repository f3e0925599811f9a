import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FailureLog } from '../../../common/failure-log';
import { Env } from '../../../config/env';
import { PrismaService } from '../../../database/prisma.service';
import { Embedder, EmbedderTimeout, EmbedderUnavailable, shownModel } from '../../../inference/embedder';
import { quantize } from '../../../retrieval/vectors';
import { calibrate, QUESTIONS, STATEMENTS } from './calibration';
import { embedTexts } from './embed-texts';
import { EmbeddingBacklogRepository, textHash, type BacklogItem } from './embedding-backlog.repository';
import type { EmbeddingReport } from '../../memory-search';
import { EmbeddingModelsRepository, type EmbeddingModel } from './embedding-models.repository';

/** Between two looks when nothing is to do: other processes store memories too. */
const IDLE_MS = 2_000;
/** Memories stored one by one within this time are embedded in one batch. */
const GATHER_MS = 100;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const MAX_DEFER_MS = 3_600_000;
/** The first pause of a memory that timed out alone; the next ones are twice as long, up to `MAX_WAIT_MS`. */
const FIRST_PAUSE_MS = 250;
/** Memories in the first batch after a pause: recall compares vectors as soon as there are some. */
const FIRST_BATCH = 8;
/** A memory that failed this often no longer holds up a change of models. It is still tried, now and then. */
const MANY_ATTEMPTS = 6;
/** Memories enlisted, or vectors of a former model deleted, in one go. */
const SLICE = 2_000;

/**
 * Embeds memories in the background, a batch at a time. Everything it knows is in the database: it can be
 * stopped at any moment, and those of several processes share the work.
 */
@Injectable()
export class EmbeddingWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(EmbeddingWorker.name);
  private readonly models: EmbeddingModelsRepository;
  private readonly backlog: EmbeddingBacklogRepository;
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private readonly failureLog = new FailureLog((message) => this.logger.warn(message));
  /** Ends the present pause after so many milliseconds. */
  private endPauseIn: ((ms: number) => void) | null = null;
  /** Something was stored since the last piece of work began. */
  private woken = false;
  /** Memories in a batch: half as many after a time-out, and twice as many after a success. */
  private batchSize: number;
  /** In a row. */
  private failures = 0;
  private wanted: EmbeddingModel | null = null;
  private current: EmbeddingModel | null = null;
  private lastError: string | null = null;

  constructor(
    database: PrismaService,
    private readonly embedder: Embedder,
    private readonly env: Env,
  ) {
    this.models = new EmbeddingModelsRepository(database);
    this.backlog = new EmbeddingBacklogRepository(database);
    this.batchSize = this.firstBatch;
  }

  onApplicationBootstrap(): void {
    const { model } = this.embedder;
    if (model !== null) this.running = this.run(model);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.endPauseIn?.(0);
    await this.running;
  }

  wake(): void {
    if (this.woken) return;
    this.woken = true;
    // A model that does not answer is left alone for as long as its back-off says.
    if (this.failures === 0) this.endPauseIn?.(GATHER_MS);
  }

  /** The model whose vectors recall compares; null before the first is registered. */
  currentModel(): EmbeddingModel | null {
    return this.current;
  }

  /** Reads the current model again, which another process may have changed. */
  async refresh(): Promise<EmbeddingModel | null> {
    this.current = await this.models.current();
    return this.current;
  }

  /** Null without a model. */
  async report(): Promise<EmbeddingReport | null> {
    const { model } = this.embedder;
    if (model === null) return null;
    const { wanted, current } = this;
    const isReplaced = current !== null && wanted !== null && current.id !== wanted.id;
    const replaces = isReplaced ? shownModel(current.name) : null;
    // Before all memories are enlisted, an empty backlog says nothing.
    const isKnown = wanted !== null && !(await this.models.hasToEnlist(wanted.id));
    const backlog = isKnown ? await this.backlog.count(wanted.id, MANY_ATTEMPTS) : null;
    return { model: shownModel(model), replaces, backlog, lastError: this.lastError };
  }

  private async run(name: string): Promise<void> {
    while (!this.stopping.signal.aborted) await this.pause(await this.work(name));
  }

  /** Works once; how long to pause then, in milliseconds. */
  private async work(name: string): Promise<number> {
    this.woken = false;
    try {
      const pauseMs = await this.step(name);
      this.failures = 0;
      this.lastError = null;
      return pauseMs;
    } catch (error) {
      if (this.stopping.signal.aborted) return 0;
      this.note(error);
      const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures++);
      return longest * (0.5 + Math.random() / 2);
    }
  }

  /** Does one piece of work. Returns how long to pause after it, in milliseconds. */
  private async step(name: string): Promise<number> {
    // Before the model is asked: its server may be away, while the vectors there are can be compared.
    await this.refresh();
    const model = (this.wanted ??= await this.register(name));
    const enlisted = (await this.models.hasToEnlist(model.id)) && (await this.models.enlist(model.id, SLICE));
    const size = this.batchSize;
    const items = await this.backlog.claim(model.id, size, this.leaseMs);
    if (items.length === 0) {
      this.batchSize = this.firstBatch;
      return enlisted || (await this.tidy(model)) ? 0 : IDLE_MS;
    }
    await this.embed(model, items);
    this.batchSize = Math.min(this.env.EMBEDDINGS_BATCH_SIZE, size * 2);
    return items.length < size ? GATHER_MS : 0;
  }

  /** When nothing waits: takes over the new model, or drops vectors of former ones. False if nothing is left to do. */
  private async tidy(model: EmbeddingModel): Promise<boolean> {
    if (this.current?.id !== model.id && (await this.models.takeOver(model.id, MANY_ATTEMPTS))) {
      this.logger.log(`Recall now uses the embeddings of ${shownModel(model.name)}`);
      await this.refresh();
      return true;
    }
    return this.models.dropFormer(SLICE);
  }

  /** Asks the model for its dimensions and its scale, so that they need no configuration. */
  private async register(name: string): Promise<EmbeddingModel> {
    const { query, text: textPrefix } = this.embedder.prefixesOf(name);
    const questions = await this.embedInBatches(
      QUESTIONS.map((text) => query + text),
      name,
    );
    const statements = await this.embedInBatches(
      STATEMENTS.map((text) => textPrefix + text),
      name,
    );
    const dimensions = questions[0]?.length ?? 0;
    return this.models.register({ name, textPrefix, dimensions, ...calibrate(questions, statements) });
  }

  private async embedInBatches(texts: readonly string[], name: string): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    while (vectors.length < texts.length) {
      const batch = texts.slice(vectors.length, vectors.length + this.batchSize);
      vectors.push(...(await this.halveOnTimeout(batch.length, this.askModel(batch, name))));
    }
    return vectors;
  }

  /** Keeps what the model embeds, also if it fails half-way. */
  private async embed(model: EmbeddingModel, items: readonly BacklogItem[]): Promise<void> {
    const vectors = new Map<string, Int8Array>();
    const call = this.findVectors(model, items, vectors);
    const failure = await this.halveOnTimeout(items.length, call).then(
      () => null,
      (error: Error) => error,
    );
    await this.keep(model, items, vectors);
    const missing = items.filter(({ text }) => !vectors.has(textHash(text)));
    if (failure === null) {
      for (const item of missing) await this.defer(model, item);
      return;
    }
    await this.giveBack(model, missing, items.length === 1 && failure instanceof EmbedderTimeout);
    throw failure;
  }

  /** Adds vectors by hash: known ones, and for the rest what the model gives, each text once. */
  private async findVectors(
    model: EmbeddingModel,
    items: readonly BacklogItem[],
    vectors: Map<string, Int8Array>,
  ): Promise<void> {
    const texts = new Map(items.map(({ text }) => [textHash(text), text]));
    const known = await this.backlog.known(model.id, [...texts.keys()]);
    known.forEach((vector, hash) => vectors.set(hash, vector));
    const fresh = [...texts].filter(([hash]) => !known.has(hash));
    const found = new Map<string, Float32Array>();
    const inputs = fresh.map(([, text]) => model.textPrefix + text);
    try {
      await embedTexts(inputs, (some) => this.callModel(model, some), found);
    } finally {
      fresh.forEach(([hash, text]) => {
        const vector = found.get(model.textPrefix + text);
        if (vector) vectors.set(hash, quantize(vector));
      });
    }
  }

  private async keep(
    model: EmbeddingModel,
    items: readonly BacklogItem[],
    vectors: ReadonlyMap<string, Int8Array>,
  ): Promise<void> {
    const embedded = items.flatMap((item) => {
      const vector = vectors.get(textHash(item.text));
      return vector ? [{ item, vector }] : [];
    });
    if (embedded.length > 0) await this.backlog.complete(model.id, embedded);
  }

  /** A memory that timed out alone waits, so that it does not stand in the way of the others. */
  private async giveBack(
    model: EmbeddingModel,
    items: readonly BacklogItem[],
    timedOutAlone: boolean,
  ): Promise<void> {
    const [only] = items;
    if (!timedOutAlone || !only) return this.backlog.release(model.id, items);
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_PAUSE_MS * 2 ** only.attempts);
    return this.backlog.defer(model.id, only, waitMs);
  }

  private async halveOnTimeout<T>(size: number, call: Promise<T>): Promise<T> {
    return call.catch((error: unknown) => {
      if (error instanceof EmbedderTimeout) this.batchSize = Math.max(1, Math.floor(size / 2));
      throw error;
    });
  }

  private async callModel(model: EmbeddingModel, texts: readonly string[]): Promise<Float32Array[]> {
    const vectors = await this.askModel(texts, model.name);
    if (vectors.some((vector) => vector.length !== model.dimensions)) {
      // The next step asks the model again, and finds another model behind the same name.
      this.wanted = null;
      throw new EmbedderUnavailable(
        `${shownModel(model.name)} no longer gives ${model.dimensions} dimensions`,
      );
    }
    return vectors;
  }

  private askModel(texts: readonly string[], name: string): Promise<Float32Array[]> {
    return this.embedder.embed(texts, name, this.stopping.signal);
  }

  private defer(model: EmbeddingModel, item: BacklogItem): Promise<void> {
    const waitMs = Math.min(MAX_DEFER_MS, 1_000 * 4 ** item.attempts);
    return this.backlog.defer(model.id, item, waitMs);
  }

  private get firstBatch(): number {
    return Math.min(FIRST_BATCH, this.env.EMBEDDINGS_BATCH_SIZE);
  }

  /** Longer than the calls of a batch may take, however often it is divided, within reason. */
  private get leaseMs(): number {
    return 2 * this.env.EMBEDDINGS_TIMEOUT_MS + 30_000;
  }

  private note(error: unknown): void {
    const isKnown = error instanceof EmbedderUnavailable;
    // What is not the model's own message may name addresses, and the report is open to all.
    this.lastError = isKnown ? error.message : 'the database did not take part';
    this.failureLog.note('Embedding pauses', error instanceof Error ? error.message : String(error));
  }

  private async pause(ms: number): Promise<void> {
    if (ms === 0 || this.stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (inMs: number) => setTimeout(resolve, inMs).unref();
      let timer = end(this.woken && this.failures === 0 ? Math.min(ms, GATHER_MS) : ms);
      this.endPauseIn = (inMs) => {
        clearTimeout(timer);
        if (inMs === 0) resolve();
        else timer = end(inMs);
      };
    });
    this.endPauseIn = null;
  }
}
