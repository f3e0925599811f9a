/** https://www.postgresql.org/docs/current/protocol-message-formats.html */

/** A simple query, as a client sends it. */
export function query(sql: string): Buffer {
  return message('Q', `${sql}\0`);
}

export function sync(): Buffer {
  return message('S', '');
}

/** The error with which a server ends a connection that was idle in a transaction for too long. */
export function terminated(reason: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C25P03', `Mterminating connection due to ${reason}`];
  return message('E', `${fields.map((field) => `${field}\0`).join('')}\0`);
}

function message(type: string, text: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}
