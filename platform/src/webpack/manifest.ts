import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'
import { ChangeRefused } from '../command/refused'

/**
 * What a remote's team says of it in `remote.json`.
 * @throws ChangeRefused when that is not valid
 */
export function readManifest(folder: string): RemoteManifest {
  const file = path.join(folder, 'remote.json')
  const refused = (reason: string) => new ChangeRefused(`${file} is not valid. ${reason}`)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refused((error as Error).message)
  }
  const parsed = v.safeParse(RemoteManifest, json)
  if (parsed.success) return parsed.output
  throw refused(
    parsed.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': ')).join('\n'),
  )
}
