import { Injectable } from '@nestjs/common';
import { MemoryErasure } from '../backend/memory-erasure';
import { MemoryListings } from '../backend/memory-listings';
import { MemoryStore } from '../backend/memory-store';

/** The ports that a pass needs. */
@Injectable()
export class ForgetPorts {
  constructor(
    readonly store: MemoryStore,
    readonly listings: MemoryListings,
    readonly erasure: MemoryErasure,
  ) {}
}
