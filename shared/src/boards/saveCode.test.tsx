import { saveCode } from './saveCode'

const drawing = () =>
  new DOMParser().parseFromString(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="232"><path d="M0 0h9v9z"/></svg>',
    'image/svg+xml',
  ).documentElement as unknown as SVGSVGElement

test.each([
  ['Café “Süd”, left', 'Café-Süd-left.svg'],
  ['🎱', 'board.svg'],
])('SHR-08 the code of %j is kept as %j, as large as a hand', async (title, name) => {
  const kept: Blob[] = []
  const saved: string[] = []
  const [{ createObjectURL, revokeObjectURL }, { click }] = [URL, HTMLAnchorElement.prototype]
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${kept.push(blob)}`, revokeObjectURL: () => {} })
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  }
  jest.useFakeTimers()
  const shown = drawing()
  await saveCode(shown, title, 'svg')
  jest.useRealTimers()
  Object.assign(URL, { createObjectURL, revokeObjectURL })
  HTMLAnchorElement.prototype.click = click

  expect(saved).toEqual([`${name} blob:1`])
  expect(kept[0]!.type).toBe('image/svg+xml')
  expect(shown.getAttribute('width')).toBe('232')
})
