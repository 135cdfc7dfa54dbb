import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Registry, type PageConfig } from '@multiball/shared/schema'
import Fastify, { type FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { installHttps } from '../../ground/http/https'
import { StartError } from '../../ground/process/startError'
import { buildsOf, changedFiles } from '../../ground/registry/fileHashes.store'
import { changedDeltas } from './deltas.store'
import { installFiles } from './install.routes'
import { pagesRoutes } from './pages.routes'
import { workerAddress } from './worker.routes'

/** Stands for the nonce in exported pages; their server puts a new one in its place for every answer. */
export const noncePlaceholder = 'multiball-nonce'

interface ExportOptions {
  deployFolder: string
  config: PageConfig
  /** where people open the product */
  publicUrl: string
  /** absolute; what is there already is replaced file by file */
  target: string
}

/** Written beside, then renamed: nobody is served half a file. */
async function put(file: string, text: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.draft`, text)
  await rename(`${file}.draft`, file)
}

/** The deploy folder may be the server's alone; what is exported is everybody's. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

/**
 * Copies the published folders that are not there yet. None is taken away: tabs and screens stay open for weeks.
 * @throws StartError when a folder, here or there, is not what was published: another host checks nothing before it sends it
 */
async function copyBuilds(from: string, to: string, builds: readonly string[]): Promise<void> {
  for (const build of builds) {
    const place = path.join(to, build)
    const isThere = existsSync(place)
    const source = isThere ? place : path.join(from, build)
    const [changed] = [...(await changedFiles(source)), ...(await changedDeltas(source))]
    if (changed !== undefined)
      throw new StartError(
        `${path.join(source, changed)} is not the file that was published. ${isThere ? 'Remove its folder, and export again.' : 'Put it back, or publish a new version.'}`,
      )
    if (isThere) continue
    await rm(`${place}.draft`, { recursive: true, force: true })
    await cp(path.join(from, build), `${place}.draft`, { recursive: true })
    await openToAll(`${place}.draft`)
    await rename(`${place}.draft`, place)
  }
}

/** Removes the pages that an earlier export left of remotes which are off or gone: in them they would still run. */
async function removeOthers(folder: string, pages: readonly string[]): Promise<void> {
  const others = (await readdir(folder)).filter((file) => file.endsWith('.html') && !pages.includes(file))
  for (const file of others) await rm(path.join(folder, file))
}

/** Addresses whose pages differ, by the name of their file: each section of the dashboard, each board type of the viewer, of the remotes that are on. */
function addressesOf({ remotes }: Registry): Record<string, string> {
  const records = Object.values(remotes).flatMap(({ enabled, active, versions }) =>
    enabled ? (versions[active] ?? []) : [],
  )
  const sections = records.flatMap(({ routes }) =>
    routes.flatMap(({ path: route }) => /^\/([a-z-]+)(?:\/\*)?$/.exec(route)?.[1] ?? []),
  )
  const boards = records.flatMap(({ display, boardType }) => boardType?.path ?? (display ? `${display}s` : []))
  return {
    shell: '/',
    viewer: '/viewer/tv',
    ...Object.fromEntries(
      sections.filter((section) => section !== 'viewer').map((section) => [section, `/${section}`]),
    ),
    ...Object.fromEntries(boards.map((board) => [`viewer-${board}`, `/viewer/${board}/1`])),
  }
}

/** What names one board among all of its type. */
const ofOneBoard = /^<(?:script data-ahead |link rel="(?:alternate|manifest" href="[^"]*\?start=[^"]*)").*\n/gm

async function renderPage(app: FastifyInstance, url: string, host: string): Promise<{ html: string; headers: string }> {
  const { statusCode, payload, headers } = await app.inject({ url, headers: { host } })
  if (statusCode !== 200) throw new StartError(`There is no page for ${url}: ${payload}`)
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
  const own = Object.entries(headers).filter(
    ([name]) => !/^(?:content-type|content-length|date|connection)$/.test(name),
  )
  return {
    html: payload.replace(ofOneBoard, '').replaceAll(nonce, noncePlaceholder),
    headers: own
      .map(([name, value]) => `add_header ${name} "${String(value).replaceAll(nonce, '$request_id')}";\n`)
      .join(''),
  }
}

/**
 * Writes the pages as files: `site/` to serve as it is, `pages/` with the HTML, `headers/` with the headers that each
 * kind of page needs, as nginx reads them.
 * @returns the registry's rev and the number of pages
 * @throws StartError when nothing is published, what is published was changed, or the target cannot be written to
 */
export async function exportSite({
  deployFolder,
  config,
  publicUrl,
  target,
}: ExportOptions): Promise<{ rev: number; files: number }> {
  const file = path.join(deployFolder, 'registry.json')
  if (!existsSync(file)) throw new StartError(`Nothing is published in ${deployFolder} yet. Run: npm run build`)
  const registry = v.parse(Registry, JSON.parse(await readFile(file, 'utf8')))
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  // Another program serves them, as another user.
  const mask = process.umask(0o022)
  try {
    installHttps(app, publicUrl)
    await app.register(pagesRoutes({ deployFolder, config }))
    await copyBuilds(path.join(deployFolder, 'r'), path.join(target, 'site/r'), buildsOf(registry))
    const addresses = addressesOf(registry)
    for (const [name, address] of Object.entries(addresses)) {
      const { html, headers } = await renderPage(app, address, new URL(publicUrl).host)
      await put(path.join(target, 'pages', `${name}.html`), html)
      if (name === 'shell' || name === 'viewer') await put(path.join(target, 'headers', `${name}.conf`), headers)
    }
    await removeOthers(
      path.join(target, 'pages'),
      Object.keys(addresses).map((name) => `${name}.html`),
    )
    for (const address of ['/config.json', '/icon.svg', ...installFiles, workerAddress, '/registry.json']) {
      await put(path.join(target, 'site', address), (await app.inject({ url: address })).rawPayload)
    }
    return { rev: registry.rev, files: Object.keys(addresses).length }
  } catch (error) {
    // What a disk refuses is nobody's programming error.
    throw typeof error === 'object' && error !== null && 'syscall' in error
      ? new StartError(`The site cannot be written to ${target}: ${(error as NodeJS.ErrnoException).message}`)
      : error
  } finally {
    process.umask(mask)
    await app.close()
  }
}
