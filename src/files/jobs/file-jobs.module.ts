import { Module } from '@nestjs/common';
import { ScreeningModule } from '../../screening/screening.module';
import { StoredFilesModule } from '../stored-files.module';
import { ChunkStoring } from './chunk-storing.service';
import { FileReading } from './file-reading.service';
import { FileJobRunner } from './file-job-runner.service';
import { IngestWorker } from './ingest-worker.service';

/** Reads uploaded files in the background. The maintenance command leaves this module out. */
@Module({
  imports: [ScreeningModule, StoredFilesModule],
  providers: [ChunkStoring, FileReading, FileJobRunner, IngestWorker],
  exports: [IngestWorker],
})
export class FileJobsModule {}
