import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, type Node } from 'acorn'

/* Old TVs have Chrome 87. What it cannot read, no script that they load may have; oldBrowsers.large.test.ts opens their pages in it. */

const deploy = process.env.DEPLOY_DIR ?? path.resolve(import.meta.dirname, '../../deploy')
const registry = JSON.parse(readFileSync(path.join(deploy, 'registry.json'), 'utf8')) as Record<
  'embed' | 'shell',
  { active: string }
> & { remotes: Record<string, { active: string }> }

/** The nodes of a syntax tree, and whether they are outside of every function. */
function* nodesIn(
  value: unknown,
  isOutside = true,
): Generator<{ node: Node & Record<string, unknown>; isOutside: boolean }> {
  if (typeof value !== 'object' || value === null) return
  const isNode = 'type' in value && typeof value.type === 'string'
  if (isNode) yield { node: value as Node & Record<string, unknown>, isOutside }
  const isFunction = isNode && /Function/.test(String(value.type))
  for (const inner of Object.values(value)) yield* nodesIn(inner, isOutside && !isFunction)
}

/** What Chrome 87 cannot read: of ES2022 it has the fields and methods of classes, and nothing else. @throws SyntaxError at what came later */
function tooNew(script: string): string | undefined {
  for (const { node, isOutside } of nodesIn(parse(script, { ecmaVersion: 2022, sourceType: 'module' }))) {
    if (node.type === 'StaticBlock') return 'a static block'
    if (node.type === 'AwaitExpression' && isOutside) return 'await outside of functions'
    if (node.type === 'BinaryExpression' && (node.left as Node).type === 'PrivateIdentifier')
      return 'a look for a private field'
    if (node.type === 'Literal' && (node.regex as { flags: string } | undefined)?.flags.includes('d'))
      return 'a pattern with the flag d'
  }
  return undefined
}

const scripts = Object.entries({ ...registry.remotes, embed: registry.embed, shell: registry.shell }).flatMap(
  ([name, { active }]) => {
    const folder = path.join(deploy, 'r', name, active)
    return readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => path.join(folder, file))
  },
)

test('KIO-12 every script of viewers, remotes, embeds and the dashboard can be read by Chrome 87', () => {
  expect(scripts.length).toBeGreaterThan(50)
  expect(scripts.flatMap((file) => tooNew(readFileSync(file, 'utf8')) ?? [])).toEqual([])
})

test.each([
  ['class A { static { A.b = 1 } }', 'a static block'],
  ['class A { #b; has(a) { return #b in a } }', 'a look for a private field'],
  ['await fetch("/")', 'await outside of functions'],
  ['const b = async () => await fetch("/")', undefined],
  ['/a/d.test("a")', 'a pattern with the flag d'],
  ['class A { #b = 1; c() { return this.#b ?? 1_000 } }', undefined],
])('KIO-12 %s is known as %s', (script, expected) => {
  expect(tooNew(script)).toBe(expected)
})

test('KIO-12 what came later still is no script', () => {
  expect(() => tooNew('/[a--b]/v.test("a")')).toThrow(SyntaxError)
})
