import path from 'node:path'
import { addressOf, serverOf } from '../options'

export const vectorUsage = `Shows the games of Warped Pinball's Vector boards on Multiball's boards.

  npm run bridge -- vector --server URL [--listen [HOST:]PORT] [--folder FOLDER]

  --server   where Multiball is, such as https://boards.example; or set MULTIBALL_SERVER
  --listen   where boards broadcast their games to, 0.0.0.0:6809 by default; with it, boards that broadcast none are not found
  --folder   what outlives a restart: the key of the venue, scores that wait, and where boards were. The current folder by
             default

The bridge prints a code. Type it in the dashboard, under Venues: More beside the venue, then Bridges. There you also say
which machine each board is in.`

export const vectorOptions = {
  server: { type: 'string' },
  listen: { type: 'string' },
  folder: { type: 'string' },
} as const

const gamesPort = 6_809
const namesPort = 37_020

/**
 * What was typed, checked, with what stands in for the rest.
 * @throws UsageError with the usage where the server is missing, otherwise with what is wrong
 */
export function vectorArguments({ server, listen, folder }: { [Name in keyof typeof vectorOptions]?: string }) {
  return {
    server: serverOf(server, vectorUsage),
    folder: path.resolve(folder ?? '.'),
    games: listen === undefined ? { host: '0.0.0.0', port: gamesPort } : addressOf(listen),
    // Only games are listened to where somebody chose the address.
    names: listen === undefined ? { host: '0.0.0.0', port: namesPort } : undefined,
  }
}
