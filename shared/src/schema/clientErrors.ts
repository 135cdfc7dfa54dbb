import * as v from 'valibot'
import { RemoteName, RemoteVersionName } from './registry'

/** What a page reports when a remote failed in it: which, and the code that its panel shows. */
export const ClientError = v.object({
  remote: RemoteName,
  version: RemoteVersionName,
  code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{2,39}$/, 'A code such as REMOTE_THREW is expected')),
})
export type ClientError = v.InferOutput<typeof ClientError>
