import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AuditModule } from '../audit/audit.module';
import { BackendModule } from '../backend/backend.module';
import { AgentExport } from './agent-export.service';
import { StreamImport } from './stream-import.service';
import { MemoriesModule } from '../memories/memories.module';
import { TransferController } from './transfer.controller';
import { TransferModule } from './transfer.module';

@Module({
  imports: [AccessModule, AuditModule, BackendModule, MemoriesModule, TransferModule],
  controllers: [TransferController],
  providers: [AgentExport, StreamImport],
})
export class TransferRoutesModule {}
