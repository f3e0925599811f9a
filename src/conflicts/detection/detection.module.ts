import { Module } from '@nestjs/common';
import { InferenceModule } from '../../inference/inference.module';
import { ModelJudge } from './model-judge.service';
import { ConflictJudge } from './verdict';

@Module({
  imports: [InferenceModule],
  providers: [{ provide: ConflictJudge, useClass: ModelJudge }],
  exports: [ConflictJudge],
})
export class DetectionModule {}
