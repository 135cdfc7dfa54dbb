/** Whether an owner was shown the first steps in this browser, so that they are seen to be done. A browser that keeps nothing shows no end. */
export function firstStepsMemory(owner: number) {
  const name = `mb-first-steps-${owner}`
  const attempt = <Value>(step: () => Value): Value | undefined => {
    try {
      return step()
    } catch {
      return undefined
    }
  }
  return {
    begin: () => void attempt(() => localStorage.setItem(name, 'begun')),
    hasBegun: () => attempt(() => localStorage.getItem(name)) === 'begun',
    end: () => void attempt(() => localStorage.removeItem(name)),
  }
}
