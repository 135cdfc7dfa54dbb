import webpack from 'webpack'
import WebpackDevServer, { type Request, type Response } from 'webpack-dev-server'
import type { Build } from '../webpack/build'
import { readManifest } from '../webpack/manifest'
import { devConfiguration } from './devConfiguration'
import { remoteOnServer } from './remoteOnServer'

interface DevServer {
  stop(): Promise<void>
}

interface DevServerOptions {
  port: number
  /** origin of the pages that may take it: nobody else's page may read a team's sources */
  pages: string
  /** file with React as pages get it */
  react: string
  say(line: string): void
}

/** Serves one remote to pages of another origin, and tells them what changed. Resolves after the first build. */
export async function startDevServer(build: Build, { port, pages, react, say }: DevServerOptions): Promise<DevServer> {
  const origin = `http://localhost:${port}`
  const compiler = webpack(devConfiguration(build, origin))
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      liveReload: true,
      static: false,
      allowedHosts: [new URL(pages).hostname],
      headers: { 'access-control-allow-origin': pages, 'cache-control': 'no-store' },
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://localhost:${port}/ws` },
      devMiddleware: { publicPath: '/' },
      setupMiddlewares(middlewares) {
        // After the one that names who may read it.
        middlewares.push(
          { name: 'remote-version', path: '/remote-version.json', middleware: (_request: Request, response: Response) => response.json(remoteOnServer(readManifest(build.folder), origin)) },
          { name: 'development-react', path: '/development-react.js', middleware: (_request: Request, response: Response) => response.sendFile(react) },
        )
        return middlewares
      },
    },
    compiler,
  )
  let builds = 0
  const built = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('multiball', (stats) => {
      if (stats.hasErrors()) say(stats.toString('errors-only'))
      else if (builds > 0) say(`  ${build.name}: changed in ${stats.endTime - stats.startTime} ms`)
      builds += 1
      resolve()
    })
  })
  await server.start()
  await built
  return { stop: () => server.stop() }
}
