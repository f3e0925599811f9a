import { Field } from '../common/field';
import { ChoiceField } from '../common/fields';
import { namespaceRule } from './namespace-name';

export class CreateNamespaceRequest {
  @Field(
    { description: '1 to 255 letters, digits, `_`, `.` and `-`', example: 'notes' },
    { rule: namespaceRule },
    { type: String },
  )
  namespace_name!: string;

  @ChoiceField({
    description: 'What the namespace holds',
    example: 'text',
    values: ['text'],
    required: false,
    default: 'text',
  })
  type?: string | null;
}

export interface NamespaceEntry {
  namespace_name: string;
  type: 'text';
  item_count: number;
  /** The same, as older clients spell it. */
  itemCount: number;
}
