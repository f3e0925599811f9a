import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module';
import { ExportPagesRepository } from './export-pages.repository';
import { ExportRepository } from './export.repository';
import { ExportSnapshots } from './export-snapshots.service';
import { ExportService } from './export.service';
import { ImportMemoriesRepository } from './import-memories.repository';
import { ImportRowsRepository } from './import-rows.repository';
import { ImportService } from './import.service';
import { KeptLinesRepository } from './kept-lines.repository';
import { LineScreening } from './line-screening.service';
import { ReleaseMarks } from './release-marks.service';

/** Backup by lines of JSON: for the commands. */
@Module({
  imports: [ScreeningModule],
  providers: [
    ExportPagesRepository,
    ExportRepository,
    ExportService,
    ExportSnapshots,
    ImportMemoriesRepository,
    ImportRowsRepository,
    ImportService,
    KeptLinesRepository,
    LineScreening,
    ReleaseMarks,
  ],
  exports: [ExportService, ExportSnapshots, ImportService],
})
export class TransferModule {}
