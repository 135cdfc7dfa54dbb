import { changedBy } from '@multiball/platform/registry'
import { mostReviewDays, ReviewLinkInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import { openDatabase } from '../../ground/database'
import { Refusal } from '../../ground/http/refusals'
import { registryStore } from '../../ground/pages/registry.store'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { readConfig } from '../../ground/process/config'
import { StartError } from '../../ground/process/startError'
import { Reviews } from './reviews.service'

const usage = `Prints a link that shows a reviewer one published version of a remote, while everybody else gets what runs:

  npm run review -- NAME VERSION [DAYS]      for ${mostReviewDays} days, or fewer`

async function main() {
  const { words } = readCommandLine(usage)
  const [name, version, days = String(mostReviewDays)] = words
  const input = v.safeParse(ReviewLinkInput, { name, version, days: Number(days) })
  if (words.length < 2 || words.length > 3 || !input.success) throw new StartError(usage)
  const config = readConfig(process.env)
  const { db, close } = await openDatabase(config, { role: 'command', log: console.error })
  try {
    const reviews = new Reviews({ db, registry: registryStore(config.deployFolder), publicUrl: config.publicUrl })
    const { url, expires_at } = await reviews.make(input.output, changedBy())
    console.log(`${url}\nIt opens until ${expires_at}. Operators withdraw it on the page Platform.`)
  } catch (error) {
    throw error instanceof Refusal ? new StartError((error.body as { detail: string }).detail) : error
  } finally {
    await close()
  }
}

await runCommand(main)
