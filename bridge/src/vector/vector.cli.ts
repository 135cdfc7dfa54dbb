import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { addressOf, readOptions, serverOf } from '../options'
import { runProgram } from '../runProgram'
import { signOnFor } from '../signOn/signOnFor'
import { runVector } from './runVector'

const usage = `Shows the games of Warped Pinball's Vector boards on Multiball's boards.

  npm run bridge -- vector --server URL [--listen [HOST:]PORT] [--folder FOLDER]

  --server   where Multiball is, such as https://boards.example; or set MULTIBALL_SERVER
  --listen   where boards broadcast their games to, 0.0.0.0:6809 by default
  --folder   what outlives a restart: the key of the venue, and scores that wait. The current folder by default

The bridge prints a code. Type it in the dashboard, under Venues: More beside the venue, then Bridges. There you also say
which machine each board is in.`

const gamesPort = 6_809
const namesPort = 37_020

await runProgram(async ({ log, signal, pause }) => {
  const given = readOptions(usage, () =>
    parseArgs({ options: { server: { type: 'string' }, listen: { type: 'string' }, folder: { type: 'string' } } }),
  )
  const server = serverOf(given.server, usage)
  const folder = path.resolve(given.folder ?? '.')
  mkdirSync(folder, { recursive: true })
  await runVector({
    server,
    folder,
    games: given.listen === undefined ? { host: '0.0.0.0', port: gamesPort } : addressOf(given.listen),
    // Only games are listened to where somebody chose the address.
    names: given.listen === undefined ? { host: '0.0.0.0', port: namesPort } : undefined,
    signOn: signOnFor({ program: 'vector', name: 'Vector boards', server, folder, log, pause }),
    log,
    signal,
    pause,
  })
})
