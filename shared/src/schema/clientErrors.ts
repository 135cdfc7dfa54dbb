import * as v from 'valibot'
import { RemoteName, RemoteVersionName } from './registry'

/** One version of a remote, as it runs in a page. */
export const RunningRemote = v.object({ remote: RemoteName, version: RemoteVersionName })
export type RunningRemote = v.InferOutput<typeof RunningRemote>

/** Length of what is reported of an error's message, in characters. */
export const longestReportedMessage = 200

/** What a page reports when a remote failed in it: which, the code that its panel shows, and what was thrown. */
export const ClientError = v.object({
  ...RunningRemote.entries,
  code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{2,39}$/, 'A code such as REMOTE_THREW is expected')),
  message: v.optional(v.pipe(v.string(), v.maxLength(longestReportedMessage))),
})
export type ClientError = v.InferOutput<typeof ClientError>

/** The token of this visit, which the server wrote into the page: without it nothing is taken. */
const Visit = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))

/** POST /api/client-errors/ */
export const ClientErrorReport = v.object({ visit: Visit, ...ClientError.entries })
export type ClientErrorReport = v.InferOutput<typeof ClientErrorReport>

/** POST /api/client-errors/visits/: the remotes that were loaded into a page */
export const VisitReport = v.object({ visit: Visit, loaded: v.pipe(v.array(RunningRemote), v.minLength(1), v.maxLength(20)) })
export type VisitReport = v.InferOutput<typeof VisitReport>

/** What the server writes into a page as `<script type="application/json" id="mb-visit">`, for what the page reports. */
export interface PageVisit {
  token: string
  /** the remote that is this page, as it runs; undefined in the dashboard */
  opened?: RunningRemote
}
