import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'

/** What a remote's team says of it in `remote.json`. @throws when that is not valid */
export const readManifest = (folder: string): RemoteManifest =>
  v.parse(RemoteManifest, JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8')))
