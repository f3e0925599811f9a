import { render } from 'preact';
import { App } from './app.tsx';
import { fullOf } from './parts/time.tsx';
import './style.css';

/** Runs each step in a task of its own, so that the browser can answer its user between them. */
function inTurn([step, ...rest]: (() => void)[]): void {
  setTimeout(() => {
    step?.();
    if (rest.length > 0) inTurn(rest);
  });
}

const root = document.getElementById('app');
if (root)
  inTurn([
    // The first formatter of dates loads the tables of the language.
    () => void fullOf(new Date()),
    () => render(<App />, root),
  ]);
