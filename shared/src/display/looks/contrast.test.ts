import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseColor } from '@multiball/shared/schema'
import { contrast } from '../colors/palette'

/* Figures and banners are large text on a wall: WCAG AA asks 3:1 of it. */

const styles = Object.fromEntries(
  ['drums', 'glass', 'screens'].map((name) => [
    name,
    readFileSync(path.join(import.meta.dirname, `${name}.module.css`), 'utf8'),
  ]),
)

/** What the rule of exactly this selector says of a property. */
function declared(file: string, selector: string, property: string): string {
  const rule = styles[file]!.split('}').find(
    (text) =>
      text
        .split('{')[0]!
        .replace(/\/\*[^]*?\*\//g, '')
        .trim() === selector,
  )
  const value = rule
    ?.split('{')[1]!
    .split(';')
    .find((line) => line.trim().startsWith(`${property}:`))
  if (!value) throw new Error(`${file} has no ${property} of ${selector}`)
  return value.slice(value.indexOf(':') + 1)
}

const colorsIn = (value: string) => (value.match(/#[\da-f]{3,6}\b/g) ?? []).map((color) => parseColor(color)!)

/** The worst of a colour on what a gradient is made of. */
function worst(ink: string, ground: string): number {
  const pairs = colorsIn(ink).flatMap((one) => colorsIn(ground).map((other) => contrast(one, other)))
  if (pairs.length === 0) throw new Error(`No colours in ${ink} on ${ground}`)
  return Math.min(...pairs)
}

const stages = [
  ['drums', 'reelsStage'],
  ['drums', 'lightsStage'],
  ['glass', 'numericStage'],
  ['glass', 'alphanumericStage'],
  ['screens', 'dotsStage'],
  ['screens', 'lcdStage'],
] as const

test.each(stages)('WAL-07 in %s, what %s writes on its panels keeps 3:1', (file, stage) => {
  const selector = `[data-tone='dark'] > .${stage}`
  expect(worst(declared(file, selector, '--w-figures'), declared(file, selector, '--w-panel'))).toBeGreaterThanOrEqual(
    3,
  )
})

test.each([
  ['reels', 'drums', ['.drum path', 'stroke'], ['.reels .drum', 'background']],
  ['a light behind glass', 'drums', ['.drum path', 'stroke'], ['.lights .window', '--lamp']],
  ['its dark edge', 'drums', ['.drum path', 'stroke'], ['.lights .window', '--lamp-edge']],
  ['the second glass', 'drums', ['.drum path', 'stroke'], ["[data-glass='1']", '--lamp-edge']],
  ['the third glass', 'drums', ['.drum path', 'stroke'], ["[data-glass='2']", '--lamp-edge']],
  ['numeric', 'glass', ['.numeric', 'color'], ['.glass::before', 'background']],
  ['alphanumeric', 'glass', ['.alphanumeric', 'color'], ['.alphanumeric::before', 'background']],
  ['dots', 'screens', ['.dots', 'color'], ['.dots', 'background']],
  ['the foot of LCD figures', 'screens', ['.numbers', '--bottom'], ['.numbers::before', 'background']],
] as const)('WAL-07 figures keep 3:1: %s', (_what, file, ink, ground) => {
  const at = ([selector, property]: readonly [string, string]) =>
    declared(file, selector.startsWith('[data-glass') ? `.lights ${selector}` : selector, property)
  expect(worst(at(ink), at(ground))).toBeGreaterThanOrEqual(3)
})
