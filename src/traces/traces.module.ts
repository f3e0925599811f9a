import { Module } from '@nestjs/common';
import { RecallTracesRepository } from './recall-traces.repository';
import { RecallTraces } from './recall-traces.service';

@Module({ providers: [RecallTraces, RecallTracesRepository], exports: [RecallTraces] })
export class TracesModule {}
