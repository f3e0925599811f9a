/**
 * What `connect` writes for the model of an editor: when to use the memory. How to use it say the instructions and the
 * tools of the MCP server, which it has too. At most 1,200 characters, since it is read in every conversation.
 */
export const INSTRUCTIONS = `# Long-term memory

The MCP server \`agent-memory\` is your long-term memory of this user and this work.

- At the beginning of a task call \`recall\` with the task in a full sentence, before you ask for something that may have been said already. Call it again when you come to another subject.
- When you are corrected, or hear a preference, a rule or a decision, call \`remember\` before you go on. Say who and what is meant, and write dates out.
- When a memory no longer holds, call \`remember\` with \`supersedes\`. When it was wrong, call \`update\`.
- Before you end a task, store what the next one needs: what was decided and why, what did not work, what is left to do. \`remember_many\` takes several at once.
- If the tools are missing or fail, go on without them, say so once, and invent no memories.
`;
