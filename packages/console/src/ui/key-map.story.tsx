import { useState } from 'preact/hooks';
import KeyMap from './key-map.tsx';

const PAGES = ['/app/overview', '/app/agents/tea/ask', '/app/agents/tea/files', '/app/agents/tea/conflicts'];

export function Story() {
  const [path, setPath] = useState<string | null>(null);
  return (
    <div class="row">
      {PAGES.map((each) => (
        <button key={each} type="button" onClick={() => setPath(each)}>
          {each}
        </button>
      ))}
      {path !== null && <KeyMap path={path} close={() => setPath(null)} />}
    </div>
  );
}
