const everyMs = 3_000

export type Print = (line: string) => void

const figures = new Intl.NumberFormat('en')

export const figure = (value: number): string => figures.format(value)

/** Says now and then how far a long work is; nothing of a short one. */
export function progressOf(print: Print, now: () => number = Date.now): Print {
  let last = now()
  return (line) => {
    if (now() - last < everyMs) return
    last = now()
    print(line)
  }
}
