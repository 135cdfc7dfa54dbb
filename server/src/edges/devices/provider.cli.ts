import { recordEvent } from '../../core/accounts/trail.store'
import { onDatabase } from '../../ground/database/onDatabase'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { StartError } from '../../ground/process/startError'
import { putProvider } from './devices.store'
import { readPublicKey } from './signature'

const usage = `Registers the public key that a maker's devices sign with:

  npm run provider -- NAME PUBLIC_KEY_HEX

PUBLIC_KEY_HEX is a P-256 public key: its point (65 bytes with 04, 64 without, or 33 compressed) or SPKI DER.`

async function main() {
  const [name = '', hex = '', ...rest] = readCommandLine(usage).words
  if (name === '' || hex === '' || rest.length > 0) throw new StartError(usage)
  if (name.length > 100) throw new StartError('A name has at most 100 characters.')
  const key = readPublicKey(hex)
  if (!key) throw new StartError(`This is not a P-256 public key in hex: ${hex}`)
  await onDatabase(async (db) => {
    await putProvider(db, name, key)
    await recordEvent(db, {
      userId: null,
      event: `provider ${name} registered`,
      status: 200,
      device: '',
      now: new Date(),
    })
  })
  console.log(`${name} is registered: its devices can connect now.`)
}

await runCommand(main)
