import { Module } from '@nestjs/common';
import { Screening } from './screening.service';

@Module({ providers: [Screening], exports: [Screening] })
export class ScreeningModule {}
