import path from 'node:path'
import { buildAndServe } from './build.mjs'

await buildAndServe(path.join(import.meta.dirname, 'dist'))
