import type { PageAssets } from '@multiball/shared/schema'
import webpack, { type Compilation, type Compiler } from 'webpack'
import { integrityOf } from '../fileHashes'

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
  constructor(private readonly build: { version: string }) {}

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('BuildRecordPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'BuildRecordPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        () => compilation.emitAsset('build.json', new webpack.sources.RawSource(JSON.stringify(this.record(compilation), null, 2))),
      )
    })
  }

  private record(compilation: Compilation): BuildRecord {
    const pinned = (src: string) => ({ src, integrity: integrityOf(compilation.getAsset(src)!.source.buffer()) })
    const entry = compilation.getAssets().find(({ name }) => name.startsWith('remoteEntry.'))?.name
    const federation = compilation.getAsset('mf-manifest.json')
    const { exposes } = federation ? (JSON.parse(String(federation.source.source())) as FederationManifest) : { exposes: [] }
    // Remotes without the runtime start in our pages alone: what is published must not promise more.
    for (const file of ['mf-manifest.json', 'mf-stats.json']) compilation.deleteAsset(file)
    const page = compilation.entrypoints.get('page')
    return {
      version: this.build.version,
      ...(entry && { entry: pinned(entry) }),
      exposes: Object.fromEntries(
        exposes.map(({ path, assets }) => [path, { scripts: assets.js.sync, styles: assets.css.sync }]),
      ),
      ...(page && {
        page: {
          scripts: page.getFiles().filter(isScript).map(pinned),
          preload: [],
          styles: page.getFiles().filter(isStyle),
        },
      }),
    }
  }
}
