import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AgentsModule } from '../agents/agents.module';
import { AuditModule } from '../audit/audit.module';
import { Fingerprints } from '../backend/fingerprints';
import { BackendModule } from '../backend/backend.module';
import { Env } from '../config/env';
import { StoredFilesModule } from '../files/stored-files.module';
import { ForgetController } from './forget.controller';
import { ForgetFinding } from './forget-finding.service';
import { ForgetPass } from './forget-pass.service';
import { ForgetPorts } from './forget-ports.service';
import { ForgetRunner } from './forget-runner.service';
import { ForgetRunsRepository } from './forget-runs.repository';
import { Forgetting } from './forgetting.service';
import { ForgettingSchedule } from './forgetting-schedule.service';
import { ForgottenFiles } from './forgotten-files.service';
import { Quotations } from './quotations.service';
import { QuotingRowsRepository } from './quoting-rows.repository';
import { ReceiptFiles } from './receipt-files';
import { Receipts } from './receipts.service';
import { Remnants } from './remnants.service';
import { ReceiptSigning } from './receipt-signing.service';
import { Sealing } from './sealing';
import { Judges } from './judges.service';
import { TracesModule } from '../traces/traces.module';

@Module({
  imports: [AccessModule, AgentsModule, AuditModule, BackendModule, StoredFilesModule, TracesModule],
  controllers: [ForgetController],
  providers: [
    { provide: Fingerprints, useFactory: (env: Env) => new Fingerprints(env), inject: [Env] },
    { provide: Sealing, useFactory: (env: Env) => new Sealing(env), inject: [Env] },
    ForgetFinding,
    ForgetPass,
    ForgetPorts,
    ForgetRunner,
    ForgetRunsRepository,
    Forgetting,
    ForgettingSchedule,
    ForgottenFiles,
    Quotations,
    QuotingRowsRepository,
    { provide: ReceiptFiles, useFactory: (env: Env) => new ReceiptFiles(env.DATA_DIR), inject: [Env] },
    Receipts,
    Remnants,
    ReceiptSigning,
    Judges,
  ],
  exports: [Forgetting],
})
export class ForgettingModule {}
