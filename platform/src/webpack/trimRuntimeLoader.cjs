// Of the federation runtime, what nothing of ours calls and no setting leaves out, by the name of its file, or of its folder: a call of one says so.
const unused = {
  remote: ['preloadRemote', 'removeRemote', 'initRawContainer'],
  shared: ['loadShareSync', 'emitAfterRegisterShare', 'emitAfterLoadShare', 'emitErrorLoadShare'],
  load: ['loadEsmEntry', 'loadSystemJsEntry'],
}

// What it asks and what is never so with ours: no share comes in parts.
const never = { share: ['shouldUseTreeShaking'] }

// What it only tells its plugins: ours (remotes/guard.ts in shared) hears none of it. How often each file does.
const told =
  /^(\t*)(?:await (?:this\.host|this|origin)\.(?:loaderHook|hooks)\.lifecycle\.(?:(?:before|after)(?:InitRemote|GetExpose|ExecuteFactory)|afterLoadEntry|afterMatchRemote)\.emit|this\.emit(?:AfterRegister|AfterLoad|ErrorLoad)Share)\((?:\w+, )?\{\n[^]*?^\1\}\);\n/gm
const times = { module: 12, remote: 2, shared: 13, load: 6 }

function silenced(source, file) {
  const found = source.match(told)?.length ?? 0
  if (found !== (times[file] ?? 0))
    throw new Error(
      `The federation runtime tells its plugins ${found} things in ${file}: look at what it does now, then at this loader`,
    )
  return source.replace(told, '')
}

const bodies = (file) => [
  ...(unused[file] ?? []).map((name) => [name, `throw new Error("${name} is left out of this build");`]),
  ...(never[file] ?? []).map((name) => [name, 'return false;']),
]

module.exports = function trim(
  source,
  _map,
  _meta,
  file = this.resourcePath
    .replace(/([\\/]index)?\.js$/, '')
    .split(/[\\/]/)
    .at(-1),
) {
  return bodies(file).reduce(
    (text, [name, body]) => {
      const parts = text.split(
        new RegExp(`^((\\t?)(?:async )?(?:function )?)${name}\\([^)]*\\) \\{\\n[^]*?^\\2\\}\\n`, 'm'),
      )
      if (parts.length !== 4)
        throw new Error(
          `The federation runtime's ${name} is not where it was: look at what it does now, then at this loader`,
        )
      const [before, opening, , after] = parts
      return `${before}${opening}${name}() { ${body} }\n${after}`
    },
    silenced(source, file),
  )
}
