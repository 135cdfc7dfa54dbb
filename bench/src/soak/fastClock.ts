/**
 * A script that makes a page's clock go so many times as fast: its date, and every wait that it asks for. Frames come as
 * they do. As text: compiled, it would ask for names that the page does not have.
 */
export const fastClock = (speed: number): string => `(() => {
  const { setTimeout: wait, setInterval: repeat } = globalThis
  const now = Date.now.bind(Date)
  const begun = now()
  Date.now = () => Math.floor(begun + (now() - begun) * ${speed})
  globalThis.setTimeout = (run, ms, ...rest) => wait.call(globalThis, run, (ms || 0) / ${speed}, ...rest)
  globalThis.setInterval = (run, ms, ...rest) => repeat.call(globalThis, run, Math.max(4, (ms || 0) / ${speed}), ...rest)
})()`
