import { useState } from 'preact/hooks';
import { Menu } from './menu.tsx';

export function Story() {
  const [chosen, choose] = useState('Nothing');
  const items = ['Copy', 'Move', 'Delete'].map((name) => ({
    name,
    isDanger: name === 'Delete',
    act: () => choose(name),
  }));
  return (
    <div class="row">
      <Menu name="Actions" items={items} />
      <p role="status">{chosen} was chosen.</p>
    </div>
  );
}
