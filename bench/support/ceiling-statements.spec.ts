import { ceilingStatements } from './ceiling-statements';

describe('ceilingStatements', () => {
  it('are the insert and the select by id of the service, with the parameters that the ceiling passes', async () => {
    const { insert, select } = await ceilingStatements();
    expect(insert).toMatch(
      /^\s*WITH stored AS \(\s*INSERT INTO memories[^]*json_to_recordset\(\$1::json\)[^]*m\.namespace/,
    );
    // Audit entries would follow, of which the ceiling has none.
    expect(insert).not.toContain('$2');
    expect(select).toMatch(/^\s*SELECT[^]*n\.name = \$1[^]*ANY\(\$2::uuid\[\]\)/);
    expect(select).not.toContain('$3');
  });
});
