import { SessionUuid } from '@multiball/shared/schema'
import * as v from 'valibot'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { onDatabase } from '../../ground/database/onDatabase'
import { StartError } from '../../ground/process/startError'
import { detachByUuid } from './devices.store'

const usage = `Unpairs a device from its machine, for an owner whose device somebody else has paired:

  npm run unpair -- UUID

For an hour after it is next switched on, it can be paired again.`

async function main() {
  const { words } = readCommandLine(usage)
  const uuid = v.safeParse(SessionUuid, words[0])
  if (words.length !== 1 || !uuid.success) throw new StartError(usage)
  await onDatabase(async (db) => {
    const count = await detachByUuid(db, uuid.output)
    if (count === 0) throw new StartError('No paired device has this uuid.')
    console.log('The device is unpaired. A game in progress on it ends within five minutes.')
  })
}

await runCommand(main)
