import { AuditTrail } from '../../src/audit/audit-trail';
import type { PrismaService } from '../../src/database/prisma.service';

/** A trail without entries, for statements that are recorded: their ceilings write memories alone. */
export function benchTrail(database: PrismaService): AuditTrail {
  const trail = new AuditTrail(database, { SERVICE_SECRET_KEY: 'bench'.repeat(8), DATA_DIR: '' });
  return Object.assign(trail, { entriesOf: () => Promise.resolve([]) });
}
