import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { ZipFile } from 'yazl'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { exportedPictures, exportedRows, exportText } from './export.store'
import { profileOf } from './profile.service'

type Db = Kysely<Tables>

interface ExportDependencies {
  db: Db
  exportsPerHour: number
  /** ms since 1970 */
  now: () => number
}

const hourMs = 3_600_000

const readme = (
  username: string,
  moment: Date,
) => `What this Multiball server keeps of ${username}, on ${moment.toISOString()}

Files are JSON in UTF-8, each a list. Times are in ISO 8601, scores are digits in text.

${exportedRows.map(({ name, about }) => `  ${name}.json\n      ${about}.`).join('\n')}

Your pictures are beside them. Not included are passwords and keys, which the server keeps only as hashes, the keys in
links to private boards, and the names of others who played on your machines.
`

/** An archive of what belongs to an account, made while it is sent. Throws 401 when the account is gone. */
async function archiveOf(db: Db, userId: number, moment: Date): Promise<Readable> {
  const { username } = await profileOf(db, userId)
  const archive = new ZipFile()
  const output = Readable.from(archive.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  // It was promised whole: the connection breaks, so that nobody takes half for all.
  archive.on('error', (error) => output.destroy(error as Error))
  archive.addBuffer(Buffer.from(readme(username, moment)), 'README.txt', { mtime: moment })
  for (const file of exportedRows) {
    archive.addReadStreamLazy(`${file.name}.json`, { mtime: moment }, (open) =>
      open(null, Readable.from(exportText(db, userId, file), { objectMode: false })),
    )
  }
  for (const { path, read } of await exportedPictures(db, userId)) {
    archive.addReadStreamLazy(
      path,
      { mtime: moment, compress: false },
      (open) =>
        void read().then(
          (bytes) => open(null, Readable.from(bytes ? [bytes] : [])),
          (error: unknown) => open(error, undefined as never),
        ),
    )
  }
  archive.end()
  return output
}

/** Everything of one's own account, to keep or to take elsewhere. */
export function exportRoutes({ db, exportsPerHour, now }: ExportDependencies): FastifyPluginAsync {
  return async (app) => {
    const download = describes(
      {
        summary:
          'A zip of JSON files with all that belongs to you: profile, boards, venues, machines, games, pictures, mails and activity',
        actor: 'user',
        audit: 'personal data downloaded',
        answers: { 200: v.string() },
        contentType: 'application/zip',
        refusals: [429],
      },
      perUser(exportsPerHour, hourMs),
    )
    app.get('/api/account/export/', download, async (request, reply) => {
      const userId = requireUser(request)
      const moment = new Date(now())
      const archive = await archiveOf(db, userId, moment)
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="multiball-${moment.toISOString().slice(0, 10)}.zip"`)
        .header('cache-control', 'no-store')
        .send(archive)
    })
  }
}
