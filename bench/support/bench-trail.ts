import { AuditTrail } from '../../src/audit/audit-trail';
import type { PrismaService } from '../../src/database/prisma.service';

/** A trail whose entries no service checks. */
export function benchTrail(database: PrismaService): AuditTrail {
  return new AuditTrail(database, { SERVICE_SECRET_KEY: 'bench'.repeat(8), DATA_DIR: '' });
}
