import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { InferenceModule } from '../inference/inference.module';
import { ChosenJudge } from './chosen-judge.service';
import { LearnedJudge } from './learned-judge.service';
import { LinkFinder } from './link-finder.service';
import { LinksRepository } from './links.repository';
import { Links } from './links.service';
import { OpenLinksRepository } from './open-links.repository';
import { PairJudge } from './pair-judge';
import { ReplacedClauses } from './replaced-clauses.service';
import { Supersession } from './supersession.service';

@Module({
  imports: [BackendModule, InferenceModule],
  providers: [
    { provide: PairJudge, useClass: ChosenJudge },
    LearnedJudge,
    LinkFinder,
    Links,
    LinksRepository,
    OpenLinksRepository,
    ReplacedClauses,
    Supersession,
  ],
  exports: [LinkFinder, Links, LinksRepository, OpenLinksRepository, PairJudge, Supersession],
})
export class LinksModule {}
