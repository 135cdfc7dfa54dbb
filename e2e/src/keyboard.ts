import type { Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]

/** Somebody without a mouse: goes from stop to stop, and notes those where nobody could see where they are. */
export class Keyboard {
  /** stops without a visible ring, and stops that something covers (WCAG 2.4.7, 2.4.11) */
  readonly flaws: string[] = []

  constructor(readonly page: Page) {}

  press = (key: string) => this.page.keyboard.press(key)
  type = (text: string) => this.page.keyboard.type(text)

  /** Tabs on until this has the focus. */
  async reach(role: Role, name: string | RegExp): Promise<void> {
    // What an open list of options hides for a moment is a stop all the same.
    const wanted = this.page
      .getByRole(role, { name, exact: typeof name === 'string', includeHidden: true })
      .and(this.page.locator(':focus'))
    const isNamed = (text: string) => (typeof name === 'string' ? text.includes(name) : name.test(text))
    for (let count = 0; count < 90; count += 1) {
      await this.press('Tab')
      // Roles and names of a whole page take long to find: only where the words are there.
      if ((await this.look()).some(isNamed) && (await wanted.count()) > 0) return
    }
    throw new Error(`No stop is the ${role} ${String(name)}; the last one was ${await this.focused()}`)
  }

  async activate(role: Role, name: string | RegExp): Promise<void> {
    await this.reach(role, name)
    await this.press('Enter')
  }

  /** Replaces what the field says with this text. */
  async fill(role: Role, name: string | RegExp, text: string): Promise<void> {
    await this.reach(role, name)
    await this.press('ControlOrMeta+a')
    await this.type(text)
  }

  /** Searches in a field and takes the first option of this name. */
  async pick(field: string, text: string, option: RegExp): Promise<void> {
    await this.reach('combobox', field)
    await this.press('ControlOrMeta+a')
    await this.type(text)
    await this.page
      .getByRole('option')
      .first()
      .and(this.page.getByRole('option', { name: option }))
      .waitFor()
    await this.press('ArrowDown')
    await this.press('Enter')
    await this.page.getByRole('listbox').waitFor({ state: 'detached' })
  }

  /** Waits until the focus is on the element of this name. */
  async arrivesAt(role: Role, name: string | RegExp): Promise<void> {
    await this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .and(this.page.locator(':focus'))
      .waitFor()
  }

  focused = () =>
    this.page.evaluate(
      () =>
        `${document.activeElement?.tagName} “${document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim().slice(0, 60)}”`,
    )

  /** Notes what is wrong with the stop. @returns the texts that may name it */
  private async look(): Promise<string[]> {
    const { texts, flaw } = await this.page.evaluate(async () => {
      const stop = document.activeElement
      if (!(stop instanceof HTMLElement) || stop === document.body) return { texts: [] }
      const labels = [
        ...((stop as HTMLInputElement).labels ?? []),
        ...(stop.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)),
      ]
      const texts = [
        stop.getAttribute('aria-label') ?? '',
        ...[stop, ...labels].map((one) => one?.textContent?.trim() ?? ''),
      ]
      const around = [
        stop,
        stop.parentElement,
        stop.parentElement?.parentElement,
        stop.parentElement?.parentElement?.parentElement,
      ].filter((one) => one instanceof HTMLElement)
      const hasRing = around
        .flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::after')])
        .some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
      // A toggle's box is hidden: its label is what people see.
      const seen = stop.offsetWidth > 4 ? stop : (stop.closest('label') ?? stop)
      const name = `${stop.tagName} ${stop.getAttribute('aria-label') ?? seen.textContent?.trim().slice(0, 40)} at ${location.pathname}`
      if (!hasRing) return { texts, flaw: `no ring: ${name}` }
      const parts = [0.1, 0.5, 0.9]
      const isSeen = () => {
        const { left, right, top, bottom } = seen.getBoundingClientRect()
        const points = parts.flatMap((across) =>
          parts.map((down) => [left + (right - left) * across, top + (bottom - top) * down] as const),
        )
        return points.some(([x, y]) => {
          const there = document.elementFromPoint(x, y)
          return there !== null && (seen.contains(there) || there.contains(seen))
        })
      }
      // The options of the stop before are still on their way out, on a busy machine for a while.
      for (let frame = 0; frame < 600 && !isSeen(); frame += 1) await new Promise(requestAnimationFrame)
      const { left, right, top, bottom } = seen.getBoundingClientRect()
      const cover = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return {
        texts,
        flaw: isSeen()
          ? undefined
          : `covered: ${name} (${Math.round(top)}-${Math.round(bottom)} of ${innerHeight}, under ${cover?.outerHTML.slice(0, 120)})`,
      }
    })
    if (flaw !== undefined && !this.flaws.includes(flaw)) this.flaws.push(flaw)
    return texts
  }
}
