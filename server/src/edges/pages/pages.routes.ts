import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  boardTypesIn,
  cardAt,
  cardPath,
  viewedPlace,
  visitorOf,
  type BoardTypeInfo,
  type EmbedPlace,
  type PageConfig,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../ground/http/refusals'
import { createFontCheck } from '../../ground/registry/fileHashes.store'
import { registryStore, type PageStore } from '../../ground/registry/registry.store'
import { underReview } from '../../ground/registry/review'
import { contentSecurityPolicy, integrityPolicy, originsOf } from './contentSecurityPolicy'
import { deltaStore, dictionaryRule } from './deltas.store'
import { renderDocument, unpinnedFiles, type PageDocument } from './document'
import { icon, installRoutes, manifestPath } from './install.routes'
import { covers, pageFor } from './pages.service'
import { droppedLink, reviewLinkIn, reviewRoutes, type ReviewReader } from './review.routes'
import type { SharedLink } from './sharedTags'
import { answerUnpublished } from './unpublished'
import { workerRoutes } from './worker.routes'

type Words = Pick<SharedLink, 'title' | 'description'>

interface PagesOptions {
  /** folder with registry.json and r/ */
  deployFolder: string
  config: PageConfig
  /** by default one of its own */
  registry?: PageStore
  /** of the pages, without a slash at its end: where consumers of oEmbed ask; without it they are not told */
  publicUrl?: string
  /** makes the token of each visit; without it pages report nothing */
  visits?: { issue(): Promise<string | undefined> }
  /** what a link to a board says of it; undefined where not everybody may see it */
  wordsOf?(board: EmbedPlace): Promise<Words | undefined>
  /** the same of a link to a card, by its id */
  cardWordsOf?(card: string): Promise<Words | undefined>
  /** reads links for reviewers; without it nobody reviews anything */
  reviews?: ReviewReader
  /** whether the server waits for its first account: the login says where that is made */
  awaitsAccount?(): Promise<boolean>
}

const yearSeconds = 31_536_000
/** A page comes without the words of its board rather than late. */
const wordsPatienceMs = 250

/** Headers of a published file. */
function fileHeaders(address: string): Record<string, string> {
  const rule = dictionaryRule(address)
  return {
    'cache-control': `public, max-age=${yearSeconds}, immutable`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding, available-dictionary',
    ...(rule !== undefined && { 'use-as-dictionary': rule }),
  }
}

/** The pages: published builds, the registry, the configuration, and the HTML of every other path. */
export function pagesRoutes({
  deployFolder,
  config,
  registry: store = registryStore(deployFolder),
  publicUrl,
  visits,
  wordsOf,
  cardWordsOf,
  reviews,
  awaitsAccount,
}: PagesOptions): FastifyPluginAsync {
  const origins = originsOf(config)
  const maySend = createFontCheck(deployFolder)
  const deltaOf = deltaStore(deployFolder)

  /** The board that is opened without a key: what is said of it is said to everybody. */
  const openBoard = ({ pathname, searchParams }: URL, types: readonly BoardTypeInfo[]) =>
    searchParams.has('key') ? undefined : viewedPlace(pathname, types)

  /** Whether the board is public is for the call to say. */
  function oembedOf(address: URL, types: readonly BoardTypeInfo[]): string | undefined {
    const isOpen = publicUrl !== undefined && openBoard(address, types) !== undefined
    return isOpen
      ? `${config.apiHost || publicUrl}/api/oembed/?${new URLSearchParams({ url: `${publicUrl}${address.pathname.replace(/\/$/, '')}`, format: 'json' }).toString()}`
      : undefined
  }

  /** What is said of this address to everybody, and its path; undefined where that is nothing. */
  function wordsAt(address: URL, types: readonly BoardTypeInfo[]): [Promise<Words | undefined>, string] | undefined {
    const card = address.searchParams.has('key') ? undefined : cardAt(address.pathname)
    if (card !== undefined) return cardWordsOf && [cardWordsOf(card), cardPath(card)]
    const board = openBoard(address, types)
    return board && wordsOf && [wordsOf(board), address.pathname.replace(/\/$/, '')]
  }

  /** Undefined while the database does not answer. */
  async function sharedAt(address: URL, types: readonly BoardTypeInfo[]): Promise<SharedLink | undefined> {
    const [asked, path] = wordsAt(address, types) ?? []
    if (!asked) return undefined
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), wordsPatienceMs)))
    const words = await Promise.race([asked.catch(() => undefined), late])
    clearTimeout(timer)
    return (
      words && {
        ...words,
        ...(publicUrl !== undefined && {
          address: publicUrl + path,
          image: `${config.apiHost || publicUrl}${path}.png`,
        }),
      }
    )
  }

  let hasAccount = awaitsAccount === undefined
  /** Once there is an account there will always be one: nobody asks again. While the database does not answer, nothing is said. */
  async function settings(): Promise<PageConfig> {
    if (hasAccount) return config
    const isAwaiting = await awaitsAccount?.().catch(() => undefined)
    hasAccount = isAwaiting === false
    return isAwaiting ? { ...config, awaitsAccount: true } : config
  }

  /** The registry as this visitor gets it, canaries aside, and what their page says of a review. */
  async function visitorsRegistry({ headers }: FastifyRequest) {
    const registry = await store.read()
    const link = reviews && reviewLinkIn(headers.cookie)
    if (link === undefined) return { registry, review: undefined, isOver: false }
    const read = await reviews!.read(link)
    const reviewed = underReview(registry, read)
    return { ...reviewed, isOver: 'ended' in reviewed.review && read !== 'unchecked' }
  }

  /** Whoever puts a board on their home screen comes back to it; a key is not part of what is kept there. */
  function manifestOf({ kind, isOverlay }: PageDocument, { pathname, searchParams }: URL): string | undefined {
    if (isOverlay || searchParams.has('key')) return undefined
    return kind === 'shell' ? manifestPath : `${manifestPath}?${new URLSearchParams({ start: pathname }).toString()}`
  }

  function noneYet(error: unknown): undefined {
    if (!(error instanceof Refusal && error.status === 503)) throw error
  }

  const never = (reply: FastifyReply, detail: string) =>
    reply.code(404).header('cache-control', 'no-store').send({ detail })

  return async (app) => {
    const published = path.join(deployFolder, 'r')
    // While a first start is still building it is not there yet; where nobody may write, the log will say so.
    await mkdir(published, { recursive: true }).catch(() => {})
    await app.register(async (files) => {
      files.addHook('onRequest', async (request, reply) => {
        if (await maySend(request.url)) return
        request.log.error({ file: request.url }, 'a font is not the file that was published')
        return never(reply, 'Not the file that was published.')
      })
      files.addHook('onRequest', async (request, reply) => {
        const delta = request.method === 'GET' ? await deltaOf(request.url, request.headers) : undefined
        if (!delta) return
        const kind = request.url.endsWith('.css') ? 'css' : 'javascript'
        return reply
          .headers(fileHeaders(request.url))
          .type(`text/${kind}; charset=utf-8`)
          .header('content-encoding', 'dcz')
          .send(delta)
      })
      files.addHook('onSend', async (_request, reply) => {
        // By the end of its name, a declaration of TypeScript would be a video.
        if (reply.getHeader('content-type') === 'video/mp2t') reply.type('text/plain; charset=utf-8')
      })
      await files.register(fastifyStatic, {
        root: published,
        prefix: '/r/',
        index: false,
        dotfiles: 'deny',
        cacheControl: false,
        preCompressed: true,
        setHeaders: (response, file) => {
          const address = path
            .relative(deployFolder, file)
            .replaceAll(path.sep, '/')
            .replace(/\.(?:br|gz)$/, '')
          for (const [name, value] of Object.entries(fileHeaders(`/${address}`))) response.setHeader(name, value)
        },
      })
    })

    app.get('/registry.json', async (request, reply) => {
      const { registry, review } = await visitorsRegistry(request)
      // A page compares it with its own, and a reviewer's is nobody else's.
      reply
        .header('cache-control', review ? 'private, no-store' : 'no-cache')
        .header('access-control-allow-origin', '*')
      if (reviews) reply.header('vary', 'cookie')
      return registry
    })

    app.get('/config.json', async (_request, reply) => {
      reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*')
      return config
    })

    await app.register(installRoutes)
    app.get('/icon.svg', async (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(icon),
    )
    app.get('/favicon.ico', async (_request, reply) => reply.redirect('/icon.svg'))

    const isOffline = config.offline !== false
    await app.register(
      workerRoutes({
        deployFolder,
        store,
        isWanted: (request) => isOffline && reviewLinkIn(request.headers.cookie) === undefined,
        origins,
      }),
    )
    if (reviews)
      await app.register(reviewRoutes({ store, reviews, isSecure: publicUrl?.startsWith('https:') === true }))

    // Missing files and calls must never be answered with a page.
    app.setNotFoundHandler(async (request, reply) => {
      // Paths such as // are no addresses.
      const address = URL.canParse(request.url, 'http://page') ? new URL(request.url, 'http://page') : undefined
      if (!address) return never(reply, 'Not found.')
      const { pathname } = address
      const isPage =
        ['GET', 'HEAD'].includes(request.method) &&
        !covers('/api/*', pathname) &&
        !covers('/r/*', pathname) &&
        !/\.\w+$/.test(pathname)
      if (!isPage) return never(reply, 'Not found.')
      const visitors = await visitorsRegistry(request).catch(noneYet)
      if (!visitors) return answerUnpublished(request, reply)
      const { registry, review, isOver } = visitors
      const types = boardTypesIn(registry)
      const given = await settings()
      // What a viewer keeps for a reload without the server would be the candidate when the review is over.
      const page = pageFor(
        registry,
        review ? { ...given, offline: false } : given,
        address,
        visitorOf(request.headers.cookie ?? ''),
      )
      if (!page) return answerUnpublished(request, reply)
      const hashes = await store.hashesOf(unpinnedFiles(page))
      const nonce = randomBytes(16).toString('base64')
      const policy = {
        isForDevelopers: config.overrides,
        holdsOwn: page.kind === 'shell',
        hasWorker: page.kind === 'viewer' && isOffline && !review,
        takesStyles: page.isOverlay,
      }
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', contentSecurityPolicy(nonce, origins, policy))
        .headers(config.overrides ? {} : integrityPolicy)
        .headers(isOver ? { 'set-cookie': droppedLink } : {})
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'same-origin')
        .header('permissions-policy', 'screen-wake-lock=(self), fullscreen=(self)')
        .header('cross-origin-opener-policy', 'same-origin')
        .send(
          renderDocument({
            ...page,
            review,
            shared: await sharedAt(address, types),
            manifest: manifestOf(page, address),
            oembed: oembedOf(address, types),
            hashes,
            visit: await visits?.issue(),
            nonce,
          }),
        )
    })
  }
}
