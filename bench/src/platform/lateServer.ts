import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/* The server as it is, but that it sees only after six seconds what was published: what the benches must find out. */

const lateMs = 6_000

type Stat = (file: string) => Promise<{ mtimeMs: number }>

const stat = fs.stat as Stat
let seen: { mtimeMs: number } | undefined
const statLate: Stat = async (file) => {
  const newest = await stat(file)
  if (!file.endsWith('registry.json')) return newest
  if (!seen || Date.now() - newest.mtimeMs > lateMs) seen = newest
  return seen
}
Object.assign(fs, { stat: statLate })
syncBuiltinESMExports()

await import('../../../server/src/main')
