import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const OUTPUT = path.resolve(import.meta.dirname, '../../dist/console');

/** Writes `.br` and `.gz` beside the files, so that the service compresses nothing. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    closeBundle() {
      for (const name of readdirSync(OUTPUT, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const file = path.join(OUTPUT, name);
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
        writeFileSync(`${file}.br`, brotliCompressSync(content));
      }
    },
  };
}

export default defineConfig({
  base: '/app/',
  publicDir: 'public',
  plugins: [precompress()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  // A polyfill would be an inline script.
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8000', '/health': 'http://127.0.0.1:8000' } },
});
