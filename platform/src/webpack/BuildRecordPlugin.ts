import { createHash } from 'node:crypto'
import type { PageAssets, RemoteManifest } from '@multiball/shared/schema'
import { sources, type Compilation, type Compiler } from 'webpack'

/** What a build leaves behind for publish: its files by the role they play, in `build.json`. */
export interface BuildRecord {
  version: string
  entry?: { src: string; integrity: string }
  exposes: Record<string, { scripts: string[]; styles: string[] }>
  page?: PageAssets
}

interface FederationManifest {
  exposes: { path: string; assets: Record<'js' | 'css', { sync: string[] }> }[]
}

const isScript = (file: string) => file.endsWith('.js')
const isStyle = (file: string) => file.endsWith('.css')

export class BuildRecordPlugin {
  constructor(private readonly build: { version: string; manifest?: RemoteManifest }) {}

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('BuildRecordPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'BuildRecordPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        () => compilation.emitAsset('build.json', new sources.RawSource(JSON.stringify(this.record(compilation), null, 2))),
      )
    })
  }

  private record(compilation: Compilation): BuildRecord {
    const integrityOf = (file: string) =>
      `sha384-${createHash('sha384').update(compilation.getAsset(file)!.source.buffer()).digest('base64')}`
    const entry = compilation.getAssets().find(({ name }) => name.startsWith('remoteEntry.'))?.name
    const federation = compilation.getAsset('mf-manifest.json')
    const { exposes } = federation ? (JSON.parse(String(federation.source.source())) as FederationManifest) : { exposes: [] }
    const page = compilation.entrypoints.get('page')
    const vendor = compilation.namedChunks.get('vendor')
    return {
      version: this.build.version,
      ...(entry && { entry: { src: entry, integrity: integrityOf(entry) } }),
      exposes: Object.fromEntries(
        exposes.map(({ path, assets }) => [path, { scripts: assets.js.sync, styles: assets.css.sync }]),
      ),
      ...(page && {
        page: {
          scripts: page.getFiles().filter(isScript).map((src) => ({ src, integrity: integrityOf(src) })),
          preload: [...(vendor?.files ?? [])].filter(isScript),
          styles: [...page.getFiles(), ...(vendor?.files ?? [])].filter(isStyle),
          fonts: [],
        },
      }),
    }
  }
}
