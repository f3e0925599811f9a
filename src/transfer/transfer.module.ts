import { Module } from '@nestjs/common';
import { ExportPagesRepository, ExportRepository } from './export.repository';
import { ExportService } from './export.service';
import { ImportMemoriesRepository } from './import-memories.repository';
import { ImportRowsRepository } from './import-rows.repository';
import { ImportService } from './import.service';

/** Backup by lines of JSON: for the commands, on no route. */
@Module({
  providers: [
    ExportPagesRepository,
    ExportRepository,
    ExportService,
    ImportMemoriesRepository,
    ImportRowsRepository,
    ImportService,
  ],
  exports: [ExportService, ImportService],
})
export class TransferModule {}
