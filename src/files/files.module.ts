import { Module } from '@nestjs/common';
import { MemoriesModule } from '../memories/memories.module';
import { ScreeningModule } from '../screening/screening.module';
import { SessionsModule } from '../sessions/sessions.module';
import { FilesController } from './files.controller';
import { FilesService } from './files.service';
import { FileJobsModule } from './jobs/file-jobs.module';
import { StoredFilesModule } from './stored-files.module';
import { FileRegistration } from './upload/file-registration.service';
import { UploadsService } from './upload/uploads.service';

@Module({
  imports: [MemoriesModule, FileJobsModule, ScreeningModule, SessionsModule, StoredFilesModule],
  controllers: [FilesController],
  providers: [UploadsService, FileRegistration, FilesService],
})
export class FilesModule {}
