import { useEffect, useState } from 'preact/hooks';

/** As in style.css. */
const ROOM = matchMedia('(min-width: 1500px)');

/** Whether a list and what is chosen in it stand side by side. */
export function useSideBySide(): boolean {
  const [hasRoom, setRoom] = useState(ROOM.matches);
  useEffect(() => {
    const look = () => setRoom(ROOM.matches);
    ROOM.addEventListener('change', look);
    return () => ROOM.removeEventListener('change', look);
  }, []);
  return hasRoom;
}
