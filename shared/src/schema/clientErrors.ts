import * as v from 'valibot'
import { RemoteName, RemoteVersionName } from './registry/registry'

/** One version of a remote, as it runs in a page. */
export const RunningRemote = v.object({ remote: RemoteName, version: RemoteVersionName })
export type RunningRemote = v.InferOutput<typeof RunningRemote>

/** Length of what is reported of an error's message, in characters. */
export const longestReportedMessage = 200

/** Lines of a stack that are reported, from where it was thrown. */
export const mostFrames = 12

/** A place in a published file, below `/r/`: all that is said of a line of a stack. */
export const PublishedFrame = v.object({
  file: v.pipe(v.string(), v.maxLength(200), v.regex(/^(?:shell|embed|mf-[a-z0-9-]+)\/\d[\w.-]*\/\w[\w.-]*\.js$/)),
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  column: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000)),
})
export type PublishedFrame = v.InferOutput<typeof PublishedFrame>

/** The same lines as one text, such as `mf-xy/1.0.0/12.ab.js:1:900 shell/1.0.0/vendor.cd.js:1:7`. */
const Frames = v.pipe(
  v.string(),
  v.maxLength(3000),
  v.regex(
    /^(?:(?:shell|embed|mf-[a-z0-9-]{1,40})\/\d[\w.-]*\/\w[\w.-]*\.js:[1-9]\d{0,6}:\d{1,7}(?: |$)){1,12}$/,
    'Places in published files are expected',
  ),
  v.transform((text): PublishedFrame[] =>
    text
      .trim()
      .split(' ')
      .map((frame) => {
        const [file = '', line, column] = frame.split(':')
        return { file, line: Number(line), column: Number(column) }
      }),
  ),
)

/** What a page reports when a remote failed in it: which, the code that its panel shows, and what was thrown. */
export const ClientError = v.object({
  ...RunningRemote.entries,
  code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{2,39}$/, 'A code such as REMOTE_THREW is expected')),
  message: v.optional(v.pipe(v.string(), v.maxLength(longestReportedMessage))),
  /** where it was thrown, in published files */
  frames: v.optional(Frames),
})
export type ClientError = v.InferOutput<typeof ClientError>

/** The token of this visit, which the server wrote into the page: without it nothing is taken. */
const Visit = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))

/** POST /api/client-errors/ */
export const ClientErrorReport = v.object({ visit: Visit, ...ClientError.entries })
export type ClientErrorReport = v.InferOutput<typeof ClientErrorReport>

/** A remote that was loaded, and how long that took. */
export const LoadedRemote = v.object({
  ...RunningRemote.entries,
  ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))),
})
export type LoadedRemote = v.InferOutput<typeof LoadedRemote>

/** POST /api/client-errors/visits/: the remotes that were loaded into a page */
export const VisitReport = v.object({
  visit: Visit,
  loaded: v.pipe(v.array(LoadedRemote), v.minLength(1), v.maxLength(20)),
})
export type VisitReport = v.InferOutput<typeof VisitReport>

/** What the server writes into a page as `<script type="application/json" id="mb-visit">`, for what the page reports. */
export interface PageVisit {
  token: string
  /** the remote that is this page, as it runs; undefined in the dashboard */
  opened?: RunningRemote
}
