import { SessionUuid } from '@multiball/shared/schema'
import * as v from 'valibot'
import { readConfig } from '../config'
import { openDatabase } from '../database'
import { StartError } from '../startError'
import { detachByUuid } from './devices.store'

const usage = `Takes a device off its machine, for an owner whose device somebody else has paired:

  npm run unpair -- UUID

It waits to be paired again for an hour after it is switched on anew.`

async function main(args: string[]) {
  const uuid = v.safeParse(SessionUuid, args[0])
  if (args.length !== 1 || !uuid.success) throw new StartError(usage)
  const { db, close } = await openDatabase(readConfig(process.env), { role: 'command', log: console.error })
  try {
    const count = await detachByUuid(db, uuid.output)
    console.log(count === 0 ? 'No paired device has this uuid.' : 'The device is unpaired. A game in progress on it ends within five minutes.')
  } finally {
    await close()
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
