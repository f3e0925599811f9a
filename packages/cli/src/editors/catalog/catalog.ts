import type { Editor } from '../editor.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueDev } from './continue.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { opencode } from './opencode.ts';
import { roo } from './roo.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

export const EDITORS: readonly Editor[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vscode,
  codex,
  windsurf,
  geminiCli,
  cline,
  roo,
  continueDev,
  zed,
  opencode,
  goose,
];
