import { type Section, UnreadableFile } from '../file-content';
import { SectionText } from './section-text';

/** Deeper data is not meant to be read, and its paths would be longer than its values. */
const MAX_DEPTH = 200;

interface Frame {
  isArray: boolean;
  /** The last key or index. */
  step: JsonStep | null;
}

/** Makes a section of each element of an outermost array, and of other objects; lines are `address.city: Paris`. */
export class JsonRecords {
  private readonly ready: Section[] = [];
  private readonly frames: Frame[] = [];
  /** The number of frames around the current record; null outside of records. */
  private recordDepth: number | null = null;
  private roots = 0;
  private place: string | null = null;
  private group = '';
  private progress = 0;
  private line: { path: string; isList: boolean; isEmpty: boolean } | null = null;
  private lastList: string | null = null;
  private readonly text = new SectionText((text) =>
    this.ready.push({ text, place: this.place, group: this.group, progress: this.progress }),
  );

  /** `manyRoots`: each top-level value is a record, as in JSON lines. */
  constructor(private readonly manyRoots: boolean) {}

  key(name: string): void {
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.step = name;
  }

  open(isArray: boolean): void {
    this.enter(true);
    if (this.frames.length >= MAX_DEPTH) {
      throw new UnreadableFile(`The JSON is nested more than ${MAX_DEPTH} levels deep.`);
    }
    this.frames.push({ isArray, step: null });
    this.lastList = null;
  }

  close(): void {
    this.frames.pop();
    this.lastList = null;
    if (this.recordDepth === this.frames.length) this.endRecord();
  }

  /** Parts of the value follow. */
  startValue(): void {
    this.enter(false);
    const parent = this.frames.at(-1);
    const isList = parent?.isArray === true && this.frames.length > (this.recordDepth ?? 0);
    const steps = this.frames.slice(this.recordDepth ?? this.ownerDepth()).map(({ step }) => step ?? 0);
    this.line = { path: jsonPath(isList ? steps.slice(0, -1) : steps), isList, isEmpty: true };
  }

  part(text: string): void {
    const { line } = this;
    if (line === null || text === '') return;
    if (line.isEmpty) this.startLine(line.path, line.isList);
    line.isEmpty = false;
    this.text.append(text);
  }

  endValue(): void {
    this.line = null;
    if (this.recordDepth === this.frames.length) this.endRecord();
  }

  end(): void {
    this.text.end();
  }

  /** The sections completed since the last call. */
  take(progress: number): Section[] {
    this.progress = progress;
    return this.ready.splice(0).map((section) => ({ ...section, progress }));
  }

  private startLine(path: string, isList: boolean): void {
    if (isList && this.lastList === path) return this.text.append(', ');
    this.lastList = isList ? path : null;
    this.text.appendLine(path === '' ? '' : `${path}: `);
  }

  /** Moves to the next value, and starts its record or section. */
  private enter(isContainer: boolean): void {
    const parent = this.frames.at(-1);
    if (parent?.isArray === true) parent.step = typeof parent.step === 'number' ? parent.step + 1 : 0;
    if (parent === undefined) this.roots += 1;
    if (this.recordDepth !== null) return;
    if (parent?.isArray === true || (parent === undefined && this.manyRoots)) return this.startRecord();
    if (!isContainer) this.startSection(jsonPath(this.steps(this.ownerDepth())), null);
  }

  private startRecord(): void {
    const steps = this.steps(this.frames.length);
    const place = this.frames.length === 0 ? `record ${this.roots}` : jsonPath(steps);
    this.recordDepth = this.frames.length;
    this.startSection(place, jsonPath(steps.slice(0, -1)));
  }

  private endRecord(): void {
    this.text.end();
    this.recordDepth = null;
  }

  private startSection(place: string, group: string | null): void {
    const next = place === '' ? null : place;
    if (next === this.place && this.recordDepth === null) return;
    this.text.end();
    this.lastList = null;
    this.place = next;
    this.group = group ?? place;
  }

  private ownerDepth(): number {
    return Math.max(0, this.frames.length - 1);
  }

  private steps(depth: number): JsonStep[] {
    return this.frames.slice(0, depth).map(({ step }) => step ?? 0);
  }
}

const MAX_KEY_LENGTH = 100;

/** A step into an object or an array. */
type JsonStep = string | number;

/** Such as `users[3].address`; empty for the root. */
function jsonPath(steps: readonly JsonStep[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else path += `${path === '' ? '' : '.'}${step.slice(0, MAX_KEY_LENGTH)}`;
  }
  return path;
}
