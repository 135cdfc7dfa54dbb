import { existsSync } from 'node:fs'
import path from 'node:path'
import { mostReviewDays, ReviewLinkInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import { listOperators } from '../../core/accounts/operators.store'
import { openDatabase } from '../../ground/database'
import { Refusal } from '../../ground/http/refusals'
import type { Config } from '../../ground/process/config'
import { StartError } from '../../ground/process/startError'
import { registryStore } from '../../ground/registry/registry.store'
import { Reviews } from './reviews.service'

export const usage = `Prints a link that shows a reviewer one published version of a remote, while everybody else gets what runs:

  npm run review -- NAME VERSION [DAYS]      for ${mostReviewDays} days, or fewer

NAME is a remote, such as mf-scoreboards. The link leads to PUBLIC_URL: give the command the settings of the server.`

interface ReviewCommand {
  /** name, version and perhaps days */
  words: readonly string[]
  config: Config
  /** who makes it */
  by: string
  open?: (
    ...given: Parameters<typeof openDatabase>
  ) => Promise<Pick<Awaited<ReturnType<typeof openDatabase>>, 'db' | 'isOwn' | 'close'>>
}

/**
 * Makes a link, and answers what is printed of it.
 * @throws StartError with a sentence where there is none
 */
export async function reviewCommand({ words, config, by, open = openDatabase }: ReviewCommand): Promise<string> {
  const [name, version, days = String(mostReviewDays)] = words
  const input = v.safeParse(ReviewLinkInput, { name, version, days: Number(days) })
  if (words.length < 2 || words.length > 3 || !input.success) throw new StartError(usage)
  const { dataFolder, databaseUrl, deployFolder, publicUrl } = config
  if (!existsSync(path.join(deployFolder, 'registry.json')))
    throw new StartError(`Nothing is published in ${deployFolder}. Set DEPLOY_DIR as the server has it.`)
  const { db, isOwn, close } = await open(config, {
    role: 'command',
    makesDatabase: false,
    tell: (sentence) => console.error(sentence),
  })
  try {
    const { url, expires_at } = await new Reviews({ db, registry: registryStore(deployFolder), publicUrl }).make(
      input.output,
      by,
    )
    return [
      url,
      `It opens until ${expires_at}. Operators withdraw it on the page Platform.`,
      ...(isOwn && databaseUrl === undefined ? [`No server runs on ${dataFolder}: the link opens once one does.`] : []),
      ...((await listOperators(db)).length === 0
        ? ['Nobody is an operator yet. To be able to withdraw it: npm run operators -- add USERNAME']
        : []),
    ].join('\n')
  } catch (error) {
    throw error instanceof Refusal ? new StartError((error.body as { detail: string }).detail) : error
  } finally {
    await close()
  }
}
