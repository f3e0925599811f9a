import { basename } from 'node:path';

/** The command that started this benchmark, as one would type it; credentials are not repeated. */
export function commandLine(argv: readonly string[] = process.argv): string {
  const name = basename(argv[1] ?? '', '.ts');
  const args = argv
    .slice(2)
    .map((arg, index, all) => (all[index - 1] === '--key' ? '***' : withoutPassword(arg)));
  return ['npm run', `bench:${name}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
}

function withoutPassword(arg: string): string {
  return arg.replace(/^(--key=).*/, '$1***').replace(/:\/\/([^:@/]*):[^@/]*@/, '://$1:***@');
}
