import path from 'node:path'
import { buildAndServe } from '../federated-host/build.mjs'

/* The same application on React 18: it renders our component with it, and the board in it brings a React of its own. */

const folder = import.meta.dirname
const packages = path.join(folder, 'node_modules')
const share = { singleton: true, requiredVersion: '^18.3.1' }

await buildAndServe(path.join(folder, 'dist'), {
  shared: { react: share, 'react-dom': share, 'react-dom/': share },
  alias: { react: path.join(packages, 'react'), 'react-dom': path.join(packages, 'react-dom') },
})
