import { Module } from '@nestjs/common';
import { InferenceModule } from '../../inference/inference.module';
import { ConflictJudge } from './conflict-judge';
import { ModelJudge } from './model-judge.service';

@Module({
  imports: [InferenceModule],
  providers: [{ provide: ConflictJudge, useClass: ModelJudge }],
  exports: [ConflictJudge],
})
export class DetectionModule {}
