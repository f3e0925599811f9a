// The least that a server can do to take a file: `node plain-upload-server.js PORT FOLDER`. Bodies go into a file each.
const { createWriteStream } = require('node:fs');
const { createServer } = require('node:http');
const { join } = require('node:path');

const [, , port, folder] = process.argv;
let files = 0;

createServer((request, response) => {
  const file = createWriteStream(join(folder, String(files++)), { flush: true });
  request.pipe(file).on('close', () => response.end('{}'));
}).listen(Number(port), '127.0.0.1');
