import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { filled, readArguments, serve } from '../serving.mjs'

/* A page without any build: an iframe, the element in a frame, and the element inline. */

const { host, type, id, port } = await readArguments()
const folder = import.meta.dirname
const sockets = host.replace(/^http/, 'ws')

serve({
  port,
  // As strict as it can be: what the page itself needs, and for the boards the lines of the playground.
  policy: [
    `default-src 'none'`,
    `script-src 'self' ${host}`,
    `style-src 'self'`,
    `frame-src ${host}`,
    `connect-src ${host} ${sockets}`,
    `font-src ${host}`,
    `img-src ${host} data:`,
    `require-trusted-types-for 'script'`,
    `trusted-types multiball multiball#chunks 'allow-duplicates'`,
  ].join('; '),
  page: async () => filled(await readFile(path.join(folder, 'page.html'), 'utf8'), { host, type, id }),
  files: { '/page.css': path.join(folder, 'page.css'), '/page.js': path.join(folder, 'page.js') },
})
