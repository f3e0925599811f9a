// The path that entries of editors name.
import { createRequire } from 'node:module';

createRequire(import.meta.url)('./agent-memory.cjs');
