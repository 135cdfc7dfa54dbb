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

const [node, file, name = ''] = process.argv
process.argv = [node!, file!, ...process.argv.slice(3)]
const load = Object.hasOwn(programs, name) ? programs[name] : undefined
if (load) void load()
else {
  const isAsked = ['--help', '-h'].includes(name)
  console[isAsked ? 'log' : 'error'](usage)
  process.exitCode = isAsked ? 0 : 1
}
