import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { completeDocument } from './api-completion';
import { PACKAGE } from './config/package';

/** The OpenAPI document of the application. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Agent Memory Service')
    .setDescription(
      `${PACKAGE.description} Agents are managed by loopback clients or with the management credential; ` +
        'everything else needs the session token that activating an agent returns.',
    )
    .setVersion(PACKAGE.version)
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Session-Token', description: 'The token of a session.' },
      'session',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'cookie',
        name: 'service_session_token',
        description: 'The same token; the header wins.',
      },
      'session_cookie',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'The management credential; loopback needs none.' },
      'management_bearer',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The management credential.' },
      'management_api_key',
    )
    .build();
  return completeDocument(SwaggerModule.createDocument(app, config, { operationIdFactory: operationId }));
}

/** Such as `agentsCreate` for AgentsController.create. */
function operationId(controller: string, method: string): string {
  const feature = controller.replace(/Controller$/, '');
  return `${feature.charAt(0).toLowerCase()}${feature.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}
