import { Commands } from './commands.tsx';

export function Story() {
  return (
    <div class="row">
      <Commands />
      <label>
        Search
        <input type="search" />
      </label>
    </div>
  );
}
