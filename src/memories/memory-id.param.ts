import { uuidParam } from '../common/uuid-param';
import { memoryNotFound } from './memory-limits';

/** The path's `memory_id`. */
export const MemoryId = uuidParam('memory_id', 'Id of the memory', memoryNotFound);
