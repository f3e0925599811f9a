import { useLocation } from 'preact-iso';
import { SidePanel } from './side-panel.tsx';

const LIST = '/app/stories.html?story=side-panel';

export function Story() {
  const { open } = useLocation().query;
  return (
    <div class="beside">
      <ul role="list" class="sheet beside-list" aria-label="Drinks">
        {['Coffee', 'Tea'].map((name) => (
          <li key={name} class="memory">
            <a
              class="memory-title"
              href={`${LIST}&open=${name}`}
              aria-current={name === open ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <SidePanel id={open} title={open} listHref={LIST}>
          <p>What is known of it.</p>
        </SidePanel>
      )}
    </div>
  );
}
