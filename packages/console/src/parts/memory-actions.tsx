import * as tasks from '../data/memory-tasks.ts';
import type { SelectionAction } from '../ui/use-selection.ts';
import { AgentForm, TagForm, TypeForm } from './selection-forms.tsx';

export interface MemoryAction extends SelectionAction {
  /** Operations of the API that it needs. */
  needs: readonly string[];
  /** Whether it is for memories in quarantine only, or for others only. */
  isForHeld?: boolean;
}

/** What can be done to many memories at once, in the order of the menu. `tags`: offered where a tag is asked for. */
export function memoryActions(agentId: string, tags: readonly string[]): MemoryAction[] {
  return [
    releaseAction(agentId),
    ...tagActions(agentId, tags),
    {
      name: 'Change the type…',
      needs: ['getMemory', 'editMemory'],
      isForHeld: false,
      form: (form) => <TypeForm {...form} make={(type) => tasks.retyping(agentId, type)} />,
    },
    { name: 'Expire', needs: ['setMemoryStatus'], task: tasks.expiring(agentId) },
    {
      name: 'Restore',
      needs: ['setMemoryStatus'],
      isForHeld: false,
      task: tasks.restoring(agentId),
    },
    ...transferActions(agentId),
    deleteAction(agentId),
  ];
}

function tagActions(agentId: string, tags: readonly string[]): MemoryAction[] {
  return [
    {
      name: 'Add a tag…',
      needs: ['getMemory', 'editMemory'],
      isForHeld: false,
      form: (form) => (
        <TagForm {...form} tags={tags} verb="Add" make={(tag) => tasks.tagging(agentId, tag)} />
      ),
    },
    {
      name: 'Remove a tag…',
      needs: ['getMemory', 'editMemory'],
      isForHeld: false,
      form: (form) => (
        <TagForm {...form} tags={tags} verb="Remove" make={(tag) => tasks.untagging(agentId, tag)} />
      ),
    },
  ];
}

function transferActions(agentId: string): MemoryAction[] {
  return [
    {
      name: 'Copy to another agent…',
      needs: ['copyMemory'],
      isForHeld: false,
      form: (form) => (
        <AgentForm {...form} agentId={agentId} verb="Copy" make={(to) => tasks.copying(agentId, to)} />
      ),
    },
    {
      name: 'Move to another agent…',
      needs: ['moveMemory'],
      isForHeld: false,
      form: (form) => (
        <AgentForm {...form} agentId={agentId} verb="Move" make={(to) => tasks.moving(agentId, to)} />
      ),
    },
  ];
}

function releaseAction(agentId: string): MemoryAction {
  return {
    name: 'Release…',
    needs: ['releaseMemory'],
    isForHeld: true,
    task: tasks.releasing(agentId),
    question: (count) => ({
      title: `Release ${tasks.memories(count)}?`,
      text: 'Recall and answers find them from then on. This cannot be undone: nothing puts a memory into quarantine again.',
      yes: `Release ${tasks.memories(count)}`,
    }),
  };
}

function deleteAction(agentId: string): MemoryAction {
  return {
    name: 'Delete…',
    isDanger: true,
    needs: ['deleteMemory'],
    task: tasks.deleting(agentId),
    question: (count) => ({
      title: `Delete ${tasks.memories(count)} for good?`,
      text: `${count === 1 ? 'Its history goes' : 'Their histories go'} too. This cannot be undone: expire instead to be able to restore.`,
      yes: `Delete ${tasks.memories(count)}`,
    }),
  };
}
