/** The command that started this benchmark, as one would type it; credentials are not repeated. */
export function commandLine(argv: readonly string[] = process.argv): string {
  const args = argv
    .slice(2)
    .map((arg, index, all) => (all[index - 1] === '--key' ? '***' : withoutPassword(arg)));
  return ['npm run bench --', ...args].join(' ');
}

function withoutPassword(arg: string): string {
  return arg.replace(/^(--key=).*/, '$1***').replace(/:\/\/([^:@/]*):[^@/]*@/, '://$1:***@');
}
