import type { PageAssets } from '@multiball/shared/schema'
import webpack, { type Compilation, type Compiler } from 'webpack'
import { integrityOf } from '../disk/fileHashes'

/** What a build leaves behind for publish: its files by the role they play, in `build.json`. */
export interface BuildRecord {
  version: string
  entry?: { src: string; integrity: string }
  exposes: Record<string, { scripts: string[]; styles: string[] }>
  page?: PageAssets
}

const isScript = (file: string) => file.endsWith('.js')
const isStyle = (file: string) => file.endsWith('.css')

/** What the chunks of an expose such as `./display` are called, and its files where they are its alone. */
export const chunkNameOf = (expose: string) => `__federation_expose_${expose.slice('./'.length).replaceAll('/', '__')}`

export class BuildRecordPlugin {
  /** @param build `exposes`: of a remote, such as `./display` */
  constructor(private readonly build: { version: string; exposes?: readonly string[] }) {}

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('BuildRecordPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'BuildRecordPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        () =>
          compilation.emitAsset(
            'build.json',
            new webpack.sources.RawSource(JSON.stringify(this.record(compilation), null, 2)),
          ),
      )
    })
  }

  private record(compilation: Compilation): BuildRecord {
    const pinned = (src: string) => ({ src, integrity: integrityOf(compilation.getAsset(src)!.source.buffer()) })
    const entry = compilation.getAssets().find(({ name }) => name.startsWith('remoteEntry.'))?.name
    const page = compilation.entrypoints.get('page')
    return {
      version: this.build.version,
      ...(entry && { entry: pinned(entry) }),
      exposes: Object.fromEntries((this.build.exposes ?? []).map((expose) => [expose, filesOf(compilation, expose)])),
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

/** Not by the manifest of the federation plugin, which looks for a chunk of that name: there is none where all of an expose stands in chunks that others need, too. */
function filesOf(compilation: Compilation, expose: string): { scripts: string[]; styles: string[] } {
  const files = compilation.namedChunkGroups.get(chunkNameOf(expose))?.getFiles()
  if (!files) throw new Error(`${expose} has no files in this build`)
  return { scripts: files.filter(isScript), styles: files.filter(isStyle) }
}
