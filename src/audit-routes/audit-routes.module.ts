import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AuditModule } from '../audit/audit.module';
import { AuditController } from './audit.controller';
import { AuditReading } from './audit-reading.service';

@Module({
  imports: [AccessModule, AuditModule],
  controllers: [AuditController],
  providers: [AuditReading],
})
export class AuditRoutesModule {}
