import process from 'node:process';
import * as client from '@agent-memory/client';
import { smoke } from './smoke.mjs';

const [baseUrl, agentId, file] = process.argv.slice(2);
console.log(await smoke(client, baseUrl, agentId, file));
