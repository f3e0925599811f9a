import { Module } from '@nestjs/common';
import { AgentWritesRepository } from './agent-writes.repository';
import { Quotas } from './quotas.service';

@Module({ providers: [Quotas, AgentWritesRepository], exports: [Quotas] })
export class QuotasModule {}
