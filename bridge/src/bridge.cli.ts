import { setTimeout as wait } from 'node:timers/promises'
import { serverOf } from './options'
import { feedKeyFor } from './signOn/feedKeyFor'

const usage = `Shows on Multiball's boards what happens elsewhere.

  npm run bridge -- mpf        the games of a machine with the Mission Pinball Framework
  npm run bridge -- vector     the games of the Vector boards of a network
  npm run bridge -- event      a tournament that is kept in files
  npm run bridge -- matchplay  a tournament of matchplay.events

Their options: npm run bridge -- mpf --help`

const programs: Record<string, () => Promise<unknown>> = {
  mpf: () => import('./mpf.cli'),
  vector: () => import('./vector/vector.cli'),
  event: () => import('./events/event.cli'),
  matchplay: () => import('./events/matchplay.cli'),
}

const valueOf = (option: string) => {
  const at = process.argv.findIndex((typed) => typed === option || typed.startsWith(`${option}=`))
  if (at < 0) return undefined
  const [, value] = process.argv[at]!.split(/=(.*)/s)
  return value ?? process.argv[at + 1]
}

/** Programs of tournaments ask for a feed key: without one they sign on. */
async function signOnForFeed() {
  const board = Number(valueOf('--board'))
  const isHelp = process.argv.some((typed) => typed === '--help' || typed === '-h')
  if (isHelp || valueOf('--key') !== undefined || process.env.MULTIBALL_FEED_KEY || !Number.isSafeInteger(board)) return
  const server = serverOf(valueOf('--server'), usage)
  if (valueOf('--server') === undefined) process.argv.push('--server', server)
  const key = await feedKeyFor({
    server,
    board,
    folder: process.cwd(),
    log: (line) => console.log(`${new Date().toISOString()} ${line}`),
    pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
    signal: new AbortController().signal,
  })
  if (key !== undefined) process.env.MULTIBALL_FEED_KEY = key
}

const [, file, name = ''] = process.argv
process.argv = [process.argv[0]!, file!, ...process.argv.slice(3)]
const load = Object.hasOwn(programs, name) ? programs[name] : undefined
if (!load) {
  const isAsked = ['--help', '-h'].includes(name)
  console[isAsked ? 'log' : 'error'](usage)
  process.exitCode = isAsked ? 0 : 1
} else {
  try {
    if (name === 'event' || name === 'matchplay') await signOnForFeed()
    await load()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
