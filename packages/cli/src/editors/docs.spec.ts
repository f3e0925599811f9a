import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { editorsMarkdown } from '../../test/editors-markdown.ts';

const FILE = path.join(__dirname, '../../../../docs/MCP.md');
const [BEGIN, END] = ['<!-- editors: begin -->\n', '<!-- editors: end -->'];

it('docs/MCP.md has the files and entries that connect writes', () => {
  const text = readFileSync(FILE, 'utf8');
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  // `UPDATE_EDITOR_DOCS=1` writes the part instead of comparing it.
  if (process.env.UPDATE_EDITOR_DOCS) {
    writeFileSync(FILE, `${text.slice(0, from)}\n${editorsMarkdown()}\n${text.slice(to)}`);
  } else {
    expect(text.slice(from, to)).toBe(`\n${editorsMarkdown()}\n`);
  }
});
