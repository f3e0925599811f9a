import { type AboutDraft, changedAbout, NO_ABOUT } from './about-draft.ts';

const FORMER: AboutDraft = { from: '2026-02-01', to: '', names: 'k8s, kube', key: 'a.b', past: '' };

describe('changedAbout', () => {
  it('has nothing of a form that was not touched', () => {
    expect(changedAbout(FORMER, FORMER)).toEqual({});
    expect(changedAbout(NO_ABOUT)).toEqual({});
  });

  it('has the fields that differ', () => {
    const draft: AboutDraft = { ...FORMER, to: '2026-03-01', names: ' k8s,, ', past: 'no' };
    expect(changedAbout(draft, FORMER)).toEqual({ validTo: '2026-03-01', names: ['k8s'], past: false });
  });
});
