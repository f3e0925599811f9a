import { type FunctionTool, tool } from '@openai/agents';
import type { Agent } from '../agent.ts';
import { MEMORY_TOOL_CALLS, type MemoryToolOptions, type ToolInput } from './memory-tool-calls.ts';

/** Function tools with which an agent recalls, remembers and forgets: `new Agent({ tools: memoryTools(agent) })`. */
export function memoryTools(agent: Agent, options: MemoryToolOptions = {}): FunctionTool[] {
  return MEMORY_TOOL_CALLS.map(({ name, description, parameters, run }) => {
    const made = tool({
      name,
      description,
      parameters,
      strict: true,
      execute: async (input) => JSON.stringify(await run(agent, input as ToolInput, options)),
    });
    return made as unknown as FunctionTool;
  });
}
