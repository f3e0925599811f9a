import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { LinkFinder } from './link-finder.service';
import { LinksRepository } from './links.repository';
import { Links } from './links.service';
import { Supersession } from './supersession.service';

@Module({
  imports: [BackendModule],
  providers: [LinkFinder, Links, LinksRepository, Supersession],
  exports: [LinkFinder, Links, LinksRepository, Supersession],
})
export class LinksModule {}
