import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { Clock } from '../common/clock';
import { Env } from '../config/env';
import { FileDeletion } from './file-deletion.service';
import { FileStore } from './file-store';
import { FilesRepository } from './files.repository';
import { FileJobsRepository } from './jobs/file-jobs.repository';
import { OrphanedFiles } from './stores/orphaned-files.service';
import { openFileStore } from './stores/open-file-store';

/** Uploaded files, and how they are removed; nothing in it runs by itself. */
@Module({
  imports: [BackendModule],
  providers: [
    {
      provide: FileStore,
      useFactory: (env: Env, clock: Clock) => openFileStore(env, clock.now()),
      inject: [Env, Clock],
    },
    FileDeletion,
    FileJobsRepository,
    FilesRepository,
    OrphanedFiles,
  ],
  exports: [BackendModule, FileDeletion, FileJobsRepository, FileStore, FilesRepository, OrphanedFiles],
})
export class StoredFilesModule {}
