import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { MemoriesModule } from '../memories/memories.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { PoliciesRepository } from './policies.repository';
import { PoliciesService } from './policies.service';
import { PolicyController } from './policy.controller';
import { SweepRuns } from './sweep-runs.service';
import { SweepService } from './sweep.service';
import { SweepsController } from './sweeps.controller';
import { SweepsRepository } from './sweeps.repository';
import { ManualSweeps } from './manual-sweeps.service';

@Module({
  imports: [BackendModule, MemoriesModule, SessionsModule, SettingsModule],
  controllers: [PolicyController, SweepsController],
  providers: [PoliciesService, PoliciesRepository, ManualSweeps, SweepRuns, SweepService, SweepsRepository],
  exports: [ManualSweeps, SweepService, SweepsRepository],
})
export class PolicyModule {}
