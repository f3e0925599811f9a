// Loaded before a service that is to leave no audit records.
const { AuditTrail } = require('../../dist/audit/audit-trail');

Object.assign(AuditTrail.prototype, {
  note: () => undefined,
  recorded(work) {
    return this.database.transaction(work);
  },
  record: () => Promise.resolve(),
  entriesOf: () => Promise.resolve([]),
});
