import { crc32 } from 'node:zlib';

/** PKWARE's APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;

interface Part {
  name: string;
  bytes: Buffer;
}

/** What both headers of a part have in common, 26 bytes. */
function commonFields(name: Buffer, bytes: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function signature(value: number, more = 0): Buffer {
  const bytes = Buffer.alloc(4 + more);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

/** A ZIP archive of parts that are not packed. */
export function storedZip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const fields = commonFields(name, part.bytes);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const local = Buffer.concat([signature(LOCAL_HEADER), fields, name, part.bytes]);
    const version = Buffer.from([VERSION, 0]);
    centrals.push(Buffer.concat([signature(CENTRAL_HEADER), version, fields, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = signature(END_RECORD, 18);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
