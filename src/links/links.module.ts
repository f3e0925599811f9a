import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { LinksRepository } from './links.repository';
import { Links } from './links.service';
import { Supersession } from './supersession.service';

@Module({
  imports: [BackendModule],
  providers: [Links, LinksRepository, Supersession],
  exports: [Links, LinksRepository, Supersession],
})
export class LinksModule {}
