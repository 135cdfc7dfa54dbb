// Of the federation runtime, what nothing of ours calls and no setting leaves out, by the folder of its file: a call of one says so.
const unused = {
  remote: ['preloadRemote', 'removeRemote'],
  shared: ['loadShareSync'],
  utils: ['loadEsmEntry', 'loadSystemJsEntry'],
}

// What it only tells its plugins: ours (remotes/guard.ts in shared) hears none of it. How often each file does.
const told = /^\t*await (?:this\.host|this|origin)\.(?:loaderHook|hooks)\.lifecycle\.(?:(?:before|after)(?:InitRemote|GetExpose|ExecuteFactory)|afterLoadEntry|afterMatchRemote)\.emit\(\{\n[^]*?^\t*\}\);\n/gm
const times = { module: 12, remote: 2, utils: 6 }

function silenced(source, folder) {
  const found = source.match(told)?.length ?? 0
  if (found !== (times[folder] ?? 0)) throw new Error(`The federation runtime tells its plugins ${found} things in ${folder}: look at what it does now, then at this loader`)
  return source.replace(told, '')
}

module.exports = function trim(source, _map, _meta, folder = this.resourcePath.split(/[\\/]/).at(-2)) {
  return (unused[folder] ?? []).reduce((text, name) => {
    const parts = text.split(new RegExp(`^(\\t?(?:async )?(?:function )?)${name}\\([^)]*\\) \\{\\n[^]*?^\\t?\\}\\n`, 'm'))
    if (parts.length !== 3) throw new Error(`The federation runtime's ${name} is not where it was: look at what it does now, then at this loader`)
    const [before, opening, after] = parts
    return `${before}${opening}${name}() { throw new Error("${name} is left out of this build"); }\n${after}`
  }, silenced(source, folder))
}
