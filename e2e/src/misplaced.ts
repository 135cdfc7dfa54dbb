import type { Page } from 'playwright-core'

/**
 * What is wrong with the look of a viewer: boxes that stand out of their stage, scores that are cut or covered by a name,
 * elements that no display makes, and scripts that ran. Empty where all is well.
 */
export const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Two frames: what has just come is laid out by then.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const found: string[] = []
    const slack = 1.5
    if ('isPwned' in globalThis || Reflect.get({}, 'isPwned') !== undefined) found.push('a script ran')
    for (const foreign of document.querySelectorAll('#root :is(script, iframe, object, embed, style, link, base, meta, form, video, audio, math, marquee, [onload], [onerror], [onfocus])')) {
      found.push(`a foreign ${foreign.tagName.toLowerCase()}`)
    }
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) found.push(`the page scrolls: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`)

    const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${String(element.getAttribute('class')).split(' ')[0]}`
    const isInside = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - slack && inner.right <= outer.right + slack && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack

    /** Down to the boxes that cut what is in them: theirs is the ellipsis. */
    const visit = (element: Element, stage: DOMRect) => {
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (style.display === 'none' || style.visibility === 'hidden') return
      if (box.width > 0 && box.height > 0 && !isInside(box, stage)) found.push(`${nameOf(element)} stands out of its stage: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join()}`)
      if (style.overflowX !== 'visible' || element instanceof SVGElement) return
      for (const child of element.children) visit(child, child.matches('[class*=stage_]') ? child.getBoundingClientRect() : stage)
    }
    const screen = new DOMRect(0, 0, innerWidth, innerHeight)
    for (const stage of document.querySelectorAll('[class*=stage_]')) {
      const box = stage.getBoundingClientRect()
      if (!isInside(box, screen)) found.push('a stage stands out of the screen')
      for (const child of stage.children) visit(child, box)
    }
    for (const canvas of document.querySelectorAll('div[class*=canvas_]')) {
      visit(canvas, screen)
      for (const child of canvas.children) visit(child, canvas.getBoundingClientRect())
    }

    for (const figures of document.querySelectorAll('[class*=numerals_], [class*=segments_]')) {
      const row = figures.closest('li, section, [class*=row_], [class*=cell_]')
      const name = row?.querySelector('[class*=name_]')?.getBoundingClientRect()
      const score = figures.getBoundingClientRect()
      const isBeside = name && name.top < score.bottom - slack && name.bottom > score.top + slack
      if (name && isBeside && name.width > 0 && name.left < score.left && name.right > score.left + slack && name.bottom - score.top > score.height * 0.4) found.push(`a name covers a score: ${Math.round(name.right)} over ${Math.round(score.left)}`)
    }
    return [...new Set(found)].slice(0, 8)
  })
