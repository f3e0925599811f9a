import { Module } from '@nestjs/common';
import { AgentQuotasRepository } from './agent-quotas.repository';
import { Quotas } from './quotas.service';

@Module({ providers: [Quotas, AgentQuotasRepository], exports: [Quotas] })
export class QuotasModule {}
