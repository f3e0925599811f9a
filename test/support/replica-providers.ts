import type { Abstract, Type } from '@nestjs/common';
import { ActivityLog } from '../../src/activity/activity-log.service';
import { LinkFinder } from '../../src/links/link-finder.service';
import type { TestApp } from './test-app';

type Token<T> = Type<T> | Abstract<T>;
type Work = (...args: never[]) => unknown;
type MethodOf<T> = { [K in keyof T]: T[K] extends Work ? K : never }[keyof T] & string;
type SpyOn<T, M extends keyof T> = T[M] extends Work ? jest.SpiedFunction<T[M]> : never;

/** A provider of the service, in each of its replicas. */
export function inEach<T>(app: Pick<TestApp, 'replicas'>, token: Token<T>): T[] {
  return app.replicas.map((each) => each.get<T>(token, { strict: false }));
}

/** Lets requests wait longer for links than in production: on a busy machine these take more than 200 ms. */
export function waitLongForLinks(app: Pick<TestApp, 'replicas'>): void {
  for (const finder of inEach(app, LinkFinder)) finder.timeoutMs = 10_000;
}

/**
 * One spy on a method of a provider in all replicas: it counts the calls of all, and what a test has it do is done in
 * all. Its implementation at first is the real one of whichever provider is called, as `this`.
 */
export function spyOnEach<T extends object, M extends MethodOf<T>>(
  app: Pick<TestApp, 'replicas'>,
  token: Token<T>,
  method: M,
): SpyOn<T, M> {
  const providers = inEach(app, token);
  const real = new Map(providers.map((each): [unknown, Work] => [each, each[method] as Work]));
  // `spyOn` cannot tell that a generic name is that of a method.
  const spyOn = jest.spyOn as (provider: T, name: M) => jest.SpyInstance<unknown, never[], T>;
  const [spy, ...others] = providers.map((each) => spyOn(each, method));
  const first = providers[0];
  if (!spy || !first) throw new Error('There are no replicas');
  spy.mockImplementation(function (this: T, ...args) {
    return real.get(this)?.apply(this, args);
  });
  for (const other of others) {
    other.mockImplementation(function (this: T, ...args) {
      // Once the spy is restored, so is what the others do.
      const work = first[method] === (spy as unknown) ? (first[method] as Work) : real.get(this);
      return work?.apply(this, args);
    });
  }
  return spy as unknown as SpyOn<T, M>;
}

/** Writes what the replicas have recorded so far. */
export async function settleActivity(app: Pick<TestApp, 'replicas'>): Promise<void> {
  await Promise.all(inEach(app, ActivityLog).map((log) => log.settle()));
}
