import { Param, type PipeTransform } from '@nestjs/common';
import { pathNamespace } from './namespace-name';

class NamespacePipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    return pathNamespace(value);
  }
}

/** The namespace of the path; else 404: one with another name cannot be there. */
export function NamespaceParam(): ParameterDecorator {
  return Param('namespace', new NamespacePipe());
}
