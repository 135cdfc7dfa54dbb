// Methods of the federation runtime that nothing of ours calls and no setting leaves out: a call of one says so.
const unused = ['preloadRemote', 'removeRemote']

module.exports = (source) =>
  unused.reduce((text, name) => {
    const parts = text.split(new RegExp(`^\\t(?:async )?${name}\\(\\w+\\) \\{\\n[^]*?^\\t\\}\\n`, 'm'))
    if (parts.length !== 2) throw new Error(`The federation runtime's ${name} is not where it was: look at what it does now, then at this loader`)
    return parts.join(`\t${name}() { throw new Error("${name} is left out of this build"); }\n`)
  }, source)
