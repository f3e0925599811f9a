import { Module } from '@nestjs/common';
import { ManagementAccess } from './management-access.service';

@Module({ providers: [ManagementAccess], exports: [ManagementAccess] })
export class AccessModule {}
