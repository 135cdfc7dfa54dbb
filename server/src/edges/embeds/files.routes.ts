import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import {
  embedFiles,
  embedTypes,
  type Embed,
  type EmbedVersions,
  type PageConfig,
  type Registry,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { hasAnswer } from '../../ground/http/answerCache'
import { forPages } from '../../ground/registry/forPages'
import type { RegistryStore } from '../../ground/registry/registry.store'

interface EmbedFilesOptions {
  /** folder with registry.json and r/ */
  deployFolder: string
  config: PageConfig
  registry: RegistryStore
  /** of our own pages, without a slash at its end */
  publicUrl: string
}

/** Five minutes old is fresh enough, and nobody waits for a newer one: a rollback reaches partners in that time. */
const evergreen = 'public, max-age=300, stale-while-revalidate=86400'

const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

const takesBrotli = ({ headers }: FastifyRequest) => /\bbr\b/.test(headers['accept-encoding'] ?? '')

const encoded = (reply: FastifyReply, isBrotli: boolean) =>
  (isBrotli ? reply.header('content-encoding', 'br') : reply).header('vary', 'accept-encoding')

const missing = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').send({ detail: 'Not found.' })

/** Anybody's page may have these: nothing of them depends on who asks. */
const forEverybody = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  type: string,
  caching: string,
  body: string | Buffer,
) {
  forEverybody(reply).header('cache-control', caching).header('etag', etag)
  if (hasAnswer(request, etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}

const versionsOf = ({ active, versions }: Embed): EmbedVersions => ({
  active,
  versions: Object.fromEntries(
    Object.entries(versions).map(([version, { files, publishedAt }]) => [version, { ...files, publishedAt }]),
  ),
})

interface FederationManifest {
  metaData: object
}

/** Says where the files of a manifest lie: a manifest at an evergreen address does not lie beside them. */
const located = (manifest: FederationManifest, publicPath: string) => ({
  ...manifest,
  metaData: { ...manifest.metaData, publicPath },
})

/**
 * What pages of partners load by addresses that never change: the active version's modules with their types, its
 * manifest for module federation, the list of versions with their hashes, and all that a host of boards must know.
 */
export function embedFilesRoutes({
  deployFolder,
  config,
  registry: store,
  publicUrl,
}: EmbedFilesOptions): FastifyPluginAsync {
  const published = () => store.read().catch(() => undefined)

  /** The registry is asked for at every visit and seldom changes: compressed once. */
  let start: { text: string; brotli: Buffer } | undefined
  const startOf = (registry: Registry) => {
    const text = JSON.stringify({ registry: forPages(registry), config })
    start = start?.text === text ? start : { text, brotli: brotliCompressSync(text) }
    return start
  }

  return async (app) => {
    for (const file of embedFiles) {
      app.get(`/embed/v1/${file}`, async (request, reply) => {
        const embed = (await published())?.embed
        const pinned = embed?.versions[embed.active]?.files[file]
        if (!pinned) return missing(reply)
        const isBrotli = takesBrotli(request)
        const bytes = await readFile(path.join(deployFolder, pinned.src + (isBrotli ? '.br' : '')))
        return answer(
          request,
          encoded(reply, isBrotli),
          tagOf(`${pinned.integrity} ${isBrotli}`),
          'text/javascript; charset=utf-8',
          evergreen,
          bytes,
        )
      })
    }

    /** A file of the active version; undefined where that version is older than the file. */
    const activeFile = async (file: string) => {
      const active = (await published())?.embed?.active
      const folder = active && `/r/embed/${active}/`
      const text = folder && (await readFile(path.join(deployFolder, folder, file), 'utf8').catch(() => undefined))
      return folder && text ? { folder, text } : undefined
    }

    for (const file of embedTypes) {
      app.get(`/embed/v1/${file}`, async (request, reply) => {
        const found = await activeFile(file)
        return found
          ? answer(request, reply, tagOf(found.text), 'text/plain; charset=utf-8', evergreen, found.text)
          : missing(reply)
      })
    }

    app.get('/embed/v1/mf-manifest.json', async (request, reply) => {
      const found = await activeFile('mf-manifest.json')
      if (!found) return missing(reply)
      const body = JSON.stringify(located(JSON.parse(found.text) as FederationManifest, publicUrl + found.folder))
      return answer(request, reply, tagOf(body), 'application/json; charset=utf-8', evergreen, body)
    })

    app.get('/embed/v1/versions.json', async (request, reply) => {
      const embed = (await published())?.embed
      if (!embed) return missing(reply)
      const body = JSON.stringify(versionsOf(embed))
      return answer(request, reply, tagOf(body), 'application/json; charset=utf-8', evergreen, body)
    })

    app.get('/embed/v1/start.json', async (request, reply) => {
      const registry = await published()
      if (!registry) return missing(reply)
      const { text, brotli } = startOf(registry)
      const isBrotli = takesBrotli(request)
      return answer(
        request,
        encoded(reply, isBrotli),
        tagOf(`${text} ${isBrotli}`),
        'application/json; charset=utf-8',
        'no-cache',
        isBrotli ? brotli : text,
      )
    })
  }
}
