import { MOST_MS, slowTexts } from '../../test/support/linear-time';
import { holdsSecret, redactSecrets } from './secrets';

describe('the search for secrets in hostile texts', () => {
  it('takes time in proportion to the text', () => {
    expect(slowTexts((text) => holdsSecret(text), MOST_MS)).toEqual([]);
    expect(slowTexts((text) => redactSecrets(text), MOST_MS)).toEqual([]);
  });
});
