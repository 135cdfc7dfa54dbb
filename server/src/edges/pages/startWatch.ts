/**
 * Stands in every page before its own script: when that did not come, came broken or does not begin, nothing else of the
 * page can help, and a screen has nobody who would reload it. It says so, asks until the server gives what was missing,
 * past what the browser keeps, and only then reloads the page: not before 5 s, after a few times not before 30 s.
 *
 * It watches the files that are marked `data-start`, and the chunks beside them, which nobody asks for again before the page
 * has begun. A page that has begun says so by `data-started` on its root element; one of an earlier version is known by having
 * drawn something in the place of the waiting words, which bear the same mark.
 * One that has started without its styles is reloaded too.
 */
export const startWatch = `(() => {
  const patience = 30000
  const html = document.documentElement
  const missing = new Set()
  let isBegun = false
  const starts = (number) => {
    try {
      if (number === undefined) return Number(sessionStorage.getItem('mb-starts'))
      sessionStorage.setItem('mb-starts', number)
    } catch {
      return 3
    }
  }
  const words = () => document.querySelector('#root > [data-start]')
  const isStarted = () => 'started' in html.dataset || (document.readyState !== 'loading' && !words())
  const isWhole = () => isStarted() && ![...missing].some(({ dataset }) => 'start' in dataset)
  const folderOf = ({ src }) => src.slice(0, src.lastIndexOf('/'))
  const isOwnChunk = (target) => {
    const own = document.querySelector('script[data-start]')
    return own && target.src && folderOf(own) === folderOf(target)
  }
  const say = () => {
    const waiting = words()
    // What lies over footage waits without words.
    if (!waiting || waiting.hidden) return
    const late = document.createElement('p')
    late.className = 'mb-late'
    late.textContent = 'This page did not load completely. It tries again by itself.'
    waiting.after(late)
  }
  const ask = async (address, options) => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), 10000)
    try {
      const answer = await fetch(address, { ...options, signal: abort.signal })
      const text = await answer.text()
      if (!answer.ok) throw new Error(answer.status)
      return text
    } finally {
      clearTimeout(timer)
    }
  }
  const again = (turn) =>
    setTimeout(async () => {
      try {
        // A proxy that answers for the server has a page of its own, which would stay.
        if (!/id="mb-registry">\\{[^]*<\\/html>/.test(await ask(location.href, { cache: 'no-store' }))) throw new Error('not ours')
        for (const { src, href, integrity } of missing) await ask(src || href, { cache: 'reload', credentials: 'omit', integrity })
      } catch {
        return again(turn + 1)
      }
      if (isWhole()) return
      starts(turn + 1)
      location.reload()
    }, Math.min(patience, 5000 * 2 ** turn) * (1 + Math.random() / 5))
  const begin = () => {
    if (isBegun) return
    isBegun = true
    say()
    again(starts())
  }
  addEventListener('error', ({ target }) => {
    if (!/^(?:SCRIPT|LINK)$/.test(target.tagName) || target.rel === 'preload') return
    // Scripts may run before it is told that the styles they waited for have failed.
    const isOwnStyle = target.rel === 'stylesheet' && 'start' in target.dataset
    if (isStarted() && !isOwnStyle) return
    missing.add(target)
    if ('start' in target.dataset || isOwnChunk(target)) begin()
  }, true)
  setTimeout(() => (isStarted() ? starts(0) : begin()), patience)
})()`
