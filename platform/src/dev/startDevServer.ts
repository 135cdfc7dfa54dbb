import { createRequire } from 'node:module'
import path from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import WebpackDevServer, { type Request, type Response } from 'webpack-dev-server'
import { cacheFolder } from '../disk/paths'
import { runWebpack, type Build } from '../webpack/build'
import { configuration } from '../webpack/configuration'
import { readManifest } from '../webpack/manifest'
import { folderOf, plainRooms } from '../webpack/singletons'
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
          {
            name: 'remote-version',
            path: '/remote-version.json',
            middleware: (_request: Request, response: Response) =>
              response.json(remoteOnServer(readManifest(build.folder), origin)),
          },
          {
            name: 'development-react',
            path: '/development-react.js',
            middleware: (_request: Request, response: Response) => response.sendFile(react),
          },
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

const require = createRequire(import.meta.url)
const inPage = (file: string) => path.join(import.meta.dirname, 'page', file)

/** The configuration of one remote as a dev server runs it: with components that are replaced where they stand. */
function devConfiguration(build: Build, origin: string): Configuration {
  const { module, output, plugins, ...base } = configuration({ ...build, isDevelopment: true })
  return {
    ...base,
    mode: 'development',
    // Not by eval, which the page's policy forbids.
    devtool: 'cheap-module-source-map',
    output: { ...output, publicPath: `${origin}/`, clean: false },
    resolve: {
      ...base.resolve,
      alias: {
        ...base.resolve?.alias,
        // The page's own, whichever way they are asked for.
        'multiball-page/jsx-dev-runtime$': inPage('jsx.mjs'),
        'react-refresh/runtime$': inPage('refresh.mjs'),
        [`${require.resolve('react-refresh')}$`]: inPage('refresh.mjs'),
      },
    },
    module: {
      ...module,
      rules: [
        {
          test: /\.tsx?$/,
          include: [build.folder, ...plainRooms.map(folderOf)],
          use: path.join(import.meta.dirname, 'refreshLoader.mjs'),
        },
        ...(module?.rules ?? []).slice(1),
      ],
    },
    optimization: { minimize: false, moduleIds: 'named', chunkIds: 'named' },
    cache: { type: 'memory' },
    plugins: [
      ...(plugins ?? []),
      new ReactRefreshPlugin({ include: /\.tsx?$/, exclude: /node_modules/, overlay: false, library: 'multiball' }),
    ],
  }
}

const packageFolder = (name: string) => path.dirname(require.resolve(`${name}/package.json`))

/**
 * Builds React as pages get it from dev servers. Answers the file.
 * @throws with the compiler's words
 */
export async function buildReact(): Promise<string> {
  const folder = path.join(cacheFolder, 'dev')
  await runWebpack({
    mode: 'development',
    target: ['web', 'es2021'],
    devtool: false,
    entry: path.join(import.meta.dirname, 'page', 'developmentReact.mjs'),
    output: { path: folder, filename: 'development-react.js' },
    resolve: {
      alias: Object.fromEntries(['react', 'react-dom', 'react-refresh'].map((name) => [name, packageFolder(name)])),
    },
    cache: { type: 'filesystem', cacheDirectory: path.join(folder, 'webpack') },
    performance: { hints: false },
  })
  return path.join(folder, 'development-react.js')
}
