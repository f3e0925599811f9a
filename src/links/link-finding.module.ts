import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { BackgroundLinks } from './background-links.service';
import { FoundLinks } from './found-links.service';
import { LinkTurn } from './link-turn.service';
import { LinksModule } from './links.module';

/** Finds links after writes. Commands that run once leave this module out. */
@Module({
  imports: [BackendModule, LinksModule],
  providers: [BackgroundLinks, LinkTurn, FoundLinks],
})
export class LinkFindingModule {}
