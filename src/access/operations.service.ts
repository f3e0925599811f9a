import { Injectable, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { NEEDED_ACCESS, reaches, type Grant, type NeededAccess } from './grant';

/** Which access the operations of the API document need, read from the decorators of their handlers. */
@Injectable()
export class Operations {
  private known: ReadonlyMap<string, NeededAccess> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** The names of operations that a grant allows, or without one of all that are not public, in order. */
  allowed(grant: Grant | null): string[] {
    const all = [...(this.known ??= this.find())];
    return all.filter(([, needed]) => grant === null || admits(grant, needed)).map(([name]) => name);
  }

  private find(): ReadonlyMap<string, NeededAccess> {
    const found = this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const needed = this.neededFor(prototype[name], metatype);
        return needed === undefined ? [] : [[name, needed] as const];
      });
    });
    return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Undefined for public operations, and for methods that are no handlers. */
  private neededFor(method: (() => unknown) | undefined, controller: object): NeededAccess | undefined {
    if (method === undefined || !Reflect.hasMetadata(METHOD_METADATA, method)) return undefined;
    return this.reflector.getAllAndOverride<NeededAccess | undefined>(NEEDED_ACCESS, [
      method,
      controller as Type,
    ]);
  }
}

function admits(grant: Grant, { access, scoped }: NeededAccess): boolean {
  return access !== null && reaches(grant, access) && (grant.scopes === null || scoped === true);
}
