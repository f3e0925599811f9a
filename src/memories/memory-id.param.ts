import { memoryNotFound } from '../backend/memory-limits';
import { uuidParam } from '../common/uuid-param';

/** The memory that the path names. */
export const MemoryIdParam = uuidParam('memory_id', 'Id of the memory', memoryNotFound);
