import { Module } from '@nestjs/common';
import { AgentScreeningRepository } from './agent-screening.repository';
import { Screening } from './screening.service';

@Module({ providers: [Screening, AgentScreeningRepository], exports: [Screening] })
export class ScreeningModule {}
