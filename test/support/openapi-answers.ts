import { Ajv, type ValidateFunction } from 'ajv';
import { eventsIn } from './server-sent-events';

/** What is read of an operation of the document. */
export interface DocumentedOperation {
  operationId: string;
  responses: Readonly<Record<string, DocumentedResponse | { $ref: string }>>;
}

interface DocumentedResponse {
  content?: Readonly<Record<string, { schema?: object }>>;
}

export interface Answer {
  status: number;
  contentType: string;
  text: string;
}

/** Of 500 these alone are part of the interface. */
const DOCUMENTED_500 = [
  'The session belongs to another agent',
  'The conflict was not resolved; nothing changed',
];

/** Compares answers with an OpenAPI 3.1 document. */
export class AnswerCheck {
  private readonly ajv = new Ajv({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: false,
  });
  private readonly validators = new Map<object, ValidateFunction>();

  constructor(private readonly components: { responses: object }) {}

  /** What the document does not say of an answer; null when it says all. */
  faultOf(operation: DocumentedOperation, answer: Answer): string | null {
    const { status, contentType, text } = answer;
    const report = `${status} ${contentType}: ${text.slice(0, 500)}`;
    if (status >= 500 && !isForeseen(answer)) return `an unexpected failure, ${report}`;
    const response = this.resolve(operation.responses[String(status)]);
    if (response === undefined) return `an undocumented status, ${report}`;
    if (response.content === undefined && text === '') return null;
    const mediaType = contentType.split(';')[0]?.trim() ?? '';
    const schema = response.content?.[mediaType]?.schema;
    if (schema === undefined) return `an undocumented media type, ${report}`;
    return this.schemaFault(schema, partsOf(mediaType, text), report);
  }

  private resolve(response: DocumentedOperation['responses'][string] | undefined) {
    if (response === undefined || !('$ref' in response)) return response;
    const name = response.$ref.split('/').at(-1) ?? '';
    return (this.components.responses as Record<string, DocumentedResponse>)[name];
  }

  private schemaFault(schema: object, parts: readonly unknown[], report: string): string | null {
    const validate = this.validatorOf(schema);
    const bad = parts.find((part) => !validate(part));
    if (bad === undefined) return null;
    return `not of its schema (${this.ajv.errorsText(validate.errors)}), ${report}`;
  }

  private validatorOf(schema: object): ValidateFunction {
    const known = this.validators.get(schema);
    if (known) return known;
    const made = this.ajv.compile({ ...schema, components: this.components });
    this.validators.set(schema, made);
    return made;
  }
}

function isForeseen({ status, text }: Answer): boolean {
  const { message } = (JSON.parse(text) as { detail: { message?: string } }).detail;
  return status === 500 && DOCUMENTED_500.includes(message ?? '');
}

/** The whole of a JSON body; the lines or the events of a stream. */
function partsOf(mediaType: string, text: string): unknown[] {
  switch (mediaType) {
    case 'application/x-ndjson':
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown);
    case 'text/event-stream':
      return eventsIn(text);
    case 'text/plain':
      return [text];
    default:
      return [JSON.parse(text)];
  }
}
