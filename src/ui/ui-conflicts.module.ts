import { Module } from '@nestjs/common';
import { ConflictsModule } from '../conflicts/conflicts.module';
import { UiConflictsController } from './ui-conflicts.controller';
import { UiConflictsService } from './ui-conflicts.service';

@Module({ imports: [ConflictsModule], controllers: [UiConflictsController], providers: [UiConflictsService] })
export class UiConflictsModule {}
