/** What displays are made of, panels of dots last; EmbeddedBoard.module.css hides them until they are marked. */
const parts = 'header, section, li, footer, [data-color]'
/** After so long the page has its turn. */
const sliceMs = 8

/** Lets the page do what it has to do; what follows is a task of its own. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

interface Surroundings {
  now(): number
  /** lets the page do what it has to do */
  pause(): Promise<void>
}

const browser: Surroundings = { now: () => performance.now(), pause }

/**
 * Lays a display out part by part, in tasks of their own: all at once would hold the partner's page up for long.
 * @param isOver asked before each task
 */
export async function unfold(
  display: HTMLElement,
  isOver: () => boolean,
  { now, pause: rest }: Surroundings = browser,
): Promise<void> {
  let begunMs = -Infinity
  for (const part of display.querySelectorAll<HTMLElement>(parts)) {
    if (now() - begunMs >= sliceMs) {
      await rest()
      if (isOver()) return
      begunMs = now()
    }
    part.dataset.unfolded = ''
    // Who asks for a height has it laid out.
    void part.offsetHeight
  }
}
