/** Does something in a task of its own, so that the page is not held up for the sum of it all. @returns ends the wait */
export function later(run: () => void): () => void {
  const timer = setTimeout(run)
  return () => clearTimeout(timer)
}
