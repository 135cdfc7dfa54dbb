import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeReference } from './reference'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-reference-'))
  writeFileSync(
    path.join(folder, 'index.ts'),
    "export * from './field'\nexport type { IconName } from './icons'\nexport const waitMs: number = 300\n",
  )
  writeFileSync(
    path.join(folder, 'icons.ts'),
    "const icons = { flipper: 'M0', bumper: 'M1' }\n/** An icon of ours. */\nexport type IconName = keyof typeof icons\n",
  )
  writeFileSync(
    path.join(folder, 'field.ts'),
    [
      'interface Props {',
      '  /** shown above */',
      '  label: string',
      '}',
      '/**',
      ' * A choice of tables.',
      ' * @throws Error without one',
      ' */',
      'export function TableField({ label }: Props): string {',
      '  return label',
      '}',
      'export const half = (count: number): number => count / 2',
      'export class Clock {',
      '  private ticks = 0',
      '  tick(by = 1): number {',
      '    return (this.ticks += by)',
      '  }',
      '}',
    ].join('\n'),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (word: string) => writeReference(word, { '@multiball/shared/xy': path.join(folder, 'index.ts') })

test('SHP-16 the reference has each export of a room with its signature and what its source says', () => {
  expect(write('')).toBe(`## @multiball/shared/xy

### Clock

\`\`\`ts
class Clock {
  tick(by = 1): number
}
\`\`\`

### IconName

An icon of ours.

\`\`\`ts
type IconName = "flipper" | "bumper"
\`\`\`

### TableField

A choice of tables.

- @throws Error without one

\`\`\`ts
function TableField({ label }: Props): string

interface Props {
  /** shown above */
  label: string
}
\`\`\`

### half

\`\`\`ts
const half = (count: number): number
\`\`\`

### waitMs

\`\`\`ts
const waitMs: number
\`\`\``)
})

test('SHP-16 a word finds what has it in its name or description', () => {
  expect(write('tables').match(/^### .*/gm)).toEqual(['### TableField'])
  expect(() => write('nudge')).toThrow('Nothing of shared has nudge')
})
