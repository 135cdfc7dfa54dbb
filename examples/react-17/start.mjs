import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { filled, readArguments, serve } from '../serving.mjs'

/* An application of 2021, with React 17: boards do not mind, and bring a React of their own. */

const { host, type, id, port } = await readArguments()
const folder = import.meta.dirname
const react = path.join(folder, 'node_modules')

serve({
  port,
  page: async () => filled(await readFile(path.join(folder, 'page.html'), 'utf8'), { host, type, id }),
  files: {
    '/app.js': path.join(folder, 'app.js'),
    '/react.js': path.join(react, 'react/umd/react.production.min.js'),
    '/react-dom.js': path.join(react, 'react-dom/umd/react-dom.production.min.js'),
  },
})
