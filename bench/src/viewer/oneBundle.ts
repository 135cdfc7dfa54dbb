import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { commonConfiguration } from '@multiball/platform/webpack'
import webpack, { type Configuration } from 'webpack'

interface OneBundleOptions {
  /** stands in for the room that loads remotes */
  remotes: string
  /** files of the sources that another file stands in for */
  instead?: Record<string, string>
}

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * The viewer and its displays as ordinary applications are built: one bundle from the same sources, without federation.
 * Only the room that loads remotes is replaced, by one that imports the displays.
 * @returns the folder, and the scripts and styles that the page begins with; what it loads later lies beside them
 */
export async function buildOneBundle({ remotes, instead = {} }: OneBundleOptions) {
  const output = mkdtempSync(path.join(tmpdir(), 'multiball-one-bundle-'))
  const common = commonConfiguration({ folder: path.join(root, 'mf-viewer'), name: 'one-bundle', version: '0.0.0' })
  const single: Configuration = {
    ...common,
    // The room that brings the faces is not imported as a whole here, so it would leave them out.
    entry: { page: [path.join(root, 'shared/src/display/fonts.css'), './src/page.tsx'] },
    output: { ...common.output, path: output, publicPath: '/one/' },
    resolve: {
      ...common.resolve,
      alias: { ...(common.resolve?.alias as object), '@multiball/shared/remotes$': remotes },
    },
    optimization: { ...common.optimization, splitChunks: false },
    plugins: [
      ...(common.plugins ?? []),
      ...Object.entries(instead).map(
        ([file, other]) =>
          new webpack.NormalModuleReplacementPlugin(
            new RegExp(`/${path.basename(file, path.extname(file))}$`),
            (resource: { context: string; request: string }) => {
              if (path.resolve(resource.context, resource.request) === path.resolve(root, file).replace(/\.tsx?$/, ''))
                resource.request = other
            },
          ),
      ),
    ],
    cache: false,
  }
  const files = await new Promise<string[]>((resolve, reject) => {
    webpack(single, (error, stats) =>
      (error ?? stats?.hasErrors())
        ? reject(error ?? new Error(stats!.toString('errors-only')))
        : resolve([...stats!.compilation.entrypoints.get('page')!.getFiles()]),
    )
  })
  return {
    folder: output,
    scripts: files.filter((file) => file.endsWith('.js')),
    styles: files.filter((file) => file.endsWith('.css')),
  }
}

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** The query of a page that has the product's `Cross-Origin-Opener-Policy`, too: Chromium begins another process for it, as for ours. */
export const openerSearch = '?opener'

/** The query of a page that is broken on purpose: its script is asked for so many ms later than its styles, however fast the machine is. */
export const brokenSearch = '?broken'
const lateMs = 100

/** Serves the one-bundle page as the product serves its own: brotli, immutable, the product's data behind it. */
export async function serveOneBundle(
  { folder, scripts, styles }: Awaited<ReturnType<typeof buildOneBundle>>,
  product: string,
): Promise<{ url: string; server: Server }> {
  const answer = await fetch(`${product}/viewer/scoreboards/1`)
  const opener = { 'cross-origin-opener-policy': answer.headers.get('cross-origin-opener-policy') ?? '' }
  const document = await answer.text()
  // Sockets are the product's: this server has none.
  const inlined = [...document.matchAll(/<script type="application\/json"[\s\S]*?<\/script>/g)].map(([element]) =>
    element.replace(/"scoresHost":"[^"]*"/, `"scoresHost":"${product}"`),
  )
  const links = styles.map((file) => `<link rel="stylesheet" href="/one/${file}">`).join('')
  const inTime = scripts.map((file) => `<script defer src="/one/${file}"></script>`).join('')
  const late = `<script>setTimeout(() => ${JSON.stringify(scripts)}.forEach((file) => document.head.append(Object.assign(document.createElement('script'), { src: '/one/' + file }))), ${lateMs})</script>`
  const page = (loading: string) =>
    `<!doctype html><html><head><meta charset="utf-8">${links}</head><body><div id="root"></div>${inlined.join('')}${loading}</body></html>`
  const texts = readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file))
  const compressed = new Map(texts.map((file) => [file, brotliCompressSync(readFileSync(path.join(folder, file)))]))
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://bench')
    if (pathname.startsWith('/api/')) {
      void fetch(product + pathname + search).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })
    } else if (pathname.startsWith('/one/')) {
      const file = path.basename(pathname)
      const body = compressed.get(file)
      const headers = {
        'content-type': types[path.extname(file)] ?? 'application/octet-stream',
        'cache-control': 'max-age=31536000, immutable',
      }
      response
        .writeHead(200, body ? { ...headers, 'content-encoding': 'br' } : headers)
        .end(body ?? readFileSync(path.join(folder, file)))
    } else
      response
        .writeHead(200, { 'content-type': 'text/html', ...(search === openerSearch && opener) })
        .end(page(search === brokenSearch ? late : inTime))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, server }
}
