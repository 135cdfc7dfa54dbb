import webpack, { type Compiler } from 'webpack'

const { RuntimeGlobals, RuntimeModule } = webpack

/** Where the script lies that is running: every build of ours is a classic script, whose file names no folder. */
class ScriptPathRuntimeModule extends RuntimeModule {
  constructor() {
    super('publicPath', RuntimeModule.STAGE_BASIC)
  }

  override generate() {
    return `${RuntimeGlobals.publicPath} = document.currentScript.src.replace(/[^/]*(?:[?#].*)?$/, "");`
  }
}

/** In place of webpack's own search for the folder of a build, which also serves workers and browsers without currentScript. */
export class ScriptPathPlugin {
  apply(compiler: Compiler) {
    const name = 'ScriptPathPlugin'
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.publicPath).tap({ name, stage: -1 }, (chunk) => {
        // Styles are run while they are built, with an address of their own that is made relative afterwards.
        if ((chunk.getEntryOptions()?.publicPath ?? compilation.outputOptions.publicPath) !== 'auto') return undefined
        compilation.addRuntimeModule(chunk, new ScriptPathRuntimeModule())
        return true
      })
    })
  }
}
