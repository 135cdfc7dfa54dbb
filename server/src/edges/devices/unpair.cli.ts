import { SessionUuid } from '@multiball/shared/schema'
import * as v from 'valibot'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { readConfig } from '../../ground/process/config'
import { openDatabase } from '../../ground/database'
import { StartError } from '../../ground/process/startError'
import { detachByUuid } from './devices.store'

const usage = `Unpairs a device from its machine, for an owner whose device somebody else has paired:

  npm run unpair -- UUID

For an hour after it is next switched on, it can be paired again.`

async function main() {
  const { words } = readCommandLine(usage)
  const uuid = v.safeParse(SessionUuid, words[0])
  if (words.length !== 1 || !uuid.success) throw new StartError(usage)
  const { db, close } = await openDatabase(readConfig(process.env), {
    role: 'command',
    makesDatabase: false,
    tell: (sentence) => console.error(sentence),
  })
  try {
    const count = await detachByUuid(db, uuid.output)
    if (count === 0) throw new StartError('No paired device has this uuid.')
    console.log('The device is unpaired. A game in progress on it ends within five minutes.')
  } finally {
    await close()
  }
}

await runCommand(main)
