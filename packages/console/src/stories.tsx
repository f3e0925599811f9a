import { render, type ComponentType } from 'preact';
import { LocationProvider, useLocation } from 'preact-iso';
import { Toasts } from './ui/toasts.tsx';
import './style.css';

// A page for each primitive of `ui`, in development only: `npx vite packages/console`, /app/stories.html. The build begins
// with index.html and does not know this file.

declare global {
  interface ImportMeta {
    /** Of Vite: the modules of a pattern, by their files. */
    glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
  }
}

const FILES = import.meta.glob<{ Story: ComponentType }>('./ui/*.story.tsx', { eager: true });
const STORIES = new Map(
  Object.entries(FILES).map(([file, { Story }]) => [
    file.replace('./ui/', '').replace('.story.tsx', ''),
    Story,
  ]),
);

function Stories() {
  const { story } = useLocation().query;
  const Story = story === undefined ? undefined : STORIES.get(story);
  return (
    <>
      <nav aria-label="Stories" class="row">
        {[...STORIES.keys()].map((name) => (
          <a
            key={name}
            href={`/app/stories.html?story=${name}`}
            aria-current={name === story ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <h1>{story ?? 'Stories'}</h1>
        {Story ? <Story key={story} /> : <p>Choose a primitive.</p>}
      </main>
    </>
  );
}

const root = document.getElementById('app');
if (root)
  render(
    <LocationProvider scope="/app">
      <Toasts>
        <Stories />
      </Toasts>
    </LocationProvider>,
    root,
  );
