import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack'
import { integrityOf } from '../disk/fileHashes'

const { RuntimeGlobals, RuntimeModule, Template } = webpack

/** ms until a chunk or its style sheet counts as lost: less than the loader's patience, so that it is asked for once more in time. */
export const chunkDeadlineMs = 7000

const guard = `${RuntimeGlobals.require}.guard`
/** Stands in the code until all chunks are written, and has to outlast the minimizer. */
const placeholder = '@@chunk-hashes@@'
const quoted = new RegExp(`(["'\`])${placeholder}\\1`, 'g')

const algorithm = 'sha384-'

/** In the runtime of a build: the hashes of its chunks by the kind and id of the file, and an address of its own for each time that a file is asked for again. */
class ChunkGuardRuntimeModule extends RuntimeModule {
  constructor() {
    super('chunk guard', RuntimeModule.STAGE_BASIC)
  }

  override generate() {
    return Template.asString([
      'var asked = {};',
      `${guard} = {`,
      Template.indent([
        // A file that hangs, or a wrong one that the browser keeps, would be waited for, or taken, once more.
        'address(url) { if (asked[url]) return url + "?retry=" + Date.now(); asked[url] = 1; return url; },',
        // A page without an origin, as in frames of blogs, may only check what is asked for with crossorigin.
        // What has no hash here was not built with this entry.
        `check(tag, id) { var hash = "${placeholder}"[id]; if (!hash) throw Error("No hash: " + id); tag.crossOrigin = "anonymous"; tag.integrity = "${algorithm}" + hash; }`,
      ]),
      '};',
    ])
  }
}

const script = Template.asString([
  '',
  `script.src = ${RuntimeGlobals.createScriptUrl}(${guard}.address(url));`,
  `${guard}.check(script, "js" + chunkId);`,
])

/** One that hangs is taken out, or the next try would find it and take it for loaded. What is told ends it, once. */
const style = Template.asString([
  `linkTag.href = ${guard}.address(fullhref);`,
  'linkTag.setAttribute("data-href", fullhref);',
  `${guard}.check(linkTag, "css" + chunkId);`,
  `setTimeout(() => { linkTag.onerror && linkTag.onerror({ type: "timeout", target: linkTag }); }, ${chunkDeadlineMs});`,
])

/** The hashes of all chunks that this one may ask for, as the runtime's table has them. */
function hashesFor(compilation: Compilation, runtime: Chunk): string {
  const entries = [...runtime.getAllAsyncChunks()].flatMap((chunk) =>
    [...chunk.files].flatMap((file) => {
      const kind = /\.(js|css)$/.exec(file)?.[1]
      return kind
        ? [[`${kind}${chunk.id}`, integrityOf(compilation.getAsset(file)!.source.buffer()).slice(algorithm.length)]]
        : []
    }),
  )
  return JSON.stringify(Object.fromEntries(entries))
}

/**
 * Chunks and their styles are what was published, or they did not come: the entry that asks for them holds their hashes,
 * and the registry holds the entry's. What does not come in time counts as lost, and is asked for again at another address.
 */
export class ChunkGuardPlugin {
  apply(compiler: Compiler) {
    const name = 'ChunkGuardPlugin'
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunkHandlers).tap(name, (chunk, needed) => {
        needed.add(RuntimeGlobals.createScriptUrl)
        compilation.addRuntimeModule(chunk, new ChunkGuardRuntimeModule())
      })
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => source + script,
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(name, (source) => source + style)
      // Once the names of all files are written into all others.
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        for (const chunk of [...compilation.chunks].filter((one) => one.hasRuntime())) {
          for (const file of chunk.files) {
            const text = String(compilation.getAsset(file)!.source.source())
            const filled = text.replace(quoted, () => hashesFor(compilation, chunk))
            if (filled !== text) compilation.updateAsset(file, new webpack.sources.RawSource(filled))
          }
        }
      })
    })
  }
}
