import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { ManagementGuard } from './management.guard';

/**
 * Only for a loopback client or with the management credential; else 401. For a handler or a controller,
 * whose module imports AccessModule.
 */
export function ManagementRoute(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    UseGuards(ManagementGuard),
    ApiSecurity('management_bearer'),
    ApiSecurity('management_api_key'),
  );
}
