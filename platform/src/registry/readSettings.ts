import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PublishedBoardType } from '@multiball/shared/schema'
import { integrityOf } from '../webpack/integrity'
import type { Schema } from '../webpack/settings/convertSettings'
import { ChangeRefused } from './changes'

/**
 * The settings of a board type as they were published.
 * @param placeOf where the file of an address lies
 * @throws ChangeRefused when it is not there, or is another one
 */
export function readSettings({ name, settings: { src, integrity } }: PublishedBoardType, placeOf: (src: string) => string): Schema {
  const file = placeOf(src)
  const bytes = existsSync(file) ? readFileSync(file) : undefined
  if (bytes && integrityOf(bytes) === integrity) return JSON.parse(bytes.toString('utf8')) as Schema
  const remote = path.basename(path.dirname(path.dirname(src)))
  throw new ChangeRefused(`${src}, the settings of the board type ${name}, ${bytes ? 'is not the file that was published' : 'is missing'}. Put it back, or take the version back: npm run remotes -- rollback ${remote}`)
}
