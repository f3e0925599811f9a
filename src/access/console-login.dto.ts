import { TextField } from '../common/fields';

export class ConsoleLoginRequest {
  @TextField(
    'The management credential, or a key with `manage` access.',
    'amk_3f9c0a1b2d4e5f60_sVf0b3mY2k8Q5x1Z7c9W4n6T0r2E8u5I1o3P7a9S4dA',
    { maxCodePoints: 1_000 },
  )
  credential!: string;
}
