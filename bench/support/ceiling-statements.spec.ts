import { ceilingStatements } from './ceiling-statements';

describe('ceilingStatements', () => {
  it('are the insert and the select by id of the service, with the parameters that the ceiling passes', async () => {
    const { insert, select } = await ceilingStatements();
    expect(insert).toMatch(
      /^\s*WITH held AS [^]*ANY\(\$1::text\[\]\)[^]*INSERT INTO memories[^]*json_to_recordset\(\$2::json\)[^]*m\.namespace/,
    );
    // Audit entries would follow, of which the ceiling has none.
    expect(insert).not.toContain('$3');
    expect(select).toMatch(/^\s*SELECT[^]*namespace_id\(\$1\)[^]*ANY\(\$2::uuid\[\]\)/);
    expect(select).not.toContain('$3');
  });
});
