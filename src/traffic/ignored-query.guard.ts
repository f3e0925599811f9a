import 'reflect-metadata';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request, Response } from 'express';
import { fieldsOf } from '../common/request-fields';
import { nameIgnoredFields } from './ignored-fields';

/** A parameter of a handler, as Nest keeps it: its index, and the one query parameter that it takes, if it is one. */
type HandlerParameters = Readonly<Record<string, { index: number; data?: unknown }>>;

const IS_QUERY = `${RouteParamtypes.QUERY}:`;

/** Names unknown query parameters in `X-Ignored-Fields`. A guard: an interceptor would cost every request. */
export class IgnoredQueryGuard implements CanActivate {
  /** Of each handler that a query was sent to. */
  private readonly known = new WeakMap<object, ReadonlySet<string>>();

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.url.includes('?')) this.nameIgnored(request, context);
    return true;
  }

  private nameIgnored(request: Request, context: ExecutionContext): void {
    const known = this.knownNames(context);
    const ignored = Object.keys(request.query).filter((name) => !known.has(name));
    if (ignored.length > 0) nameIgnoredFields(context.switchToHttp().getResponse<Response>(), ignored);
  }

  private knownNames(context: ExecutionContext): ReadonlySet<string> {
    const handler = context.getHandler();
    const names = this.known.get(handler) ?? queryNames(context.getClass(), handler.name);
    this.known.set(handler, names);
    return names;
  }
}

/** The query parameters of a handler: all fields of its query class. */
function queryNames(controller: Type<unknown>, method: string): ReadonlySet<string> {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as
    HandlerParameters | undefined;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as
    Type<object>[] | undefined;
  const names = Object.entries(parameters ?? {})
    .filter(([key]) => key.startsWith(IS_QUERY))
    .flatMap(([, { index }]) => {
      const type = types?.[index];
      return type === undefined ? [] : [...fieldsOf(type).keys()];
    });
  return new Set(names);
}
