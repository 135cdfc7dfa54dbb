import { webcrypto } from 'node:crypto'
import { createInspector, type HashLists } from './fileHashes'

Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })

const folder = 'https://a.example/r/mf-scoreboards/1.0.0-ab12cd34/'
const chunk = `${folder}511.3a3a3282.js`
// The hash of "abc", from the standard.
const list = JSON.stringify({
  '511.3a3a3282.js': 'sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn',
})

class Lists implements HashLists {
  kept = new Map<string, string>()
  asked: string[] = []
  answer = (): Response => new Response(list)

  recall = async (address: string) => (this.kept.has(address) ? new Response(this.kept.get(address)) : undefined)
  ask = async (address: string) => {
    this.asked.push(address)
    return this.answer()
  }
  keep = async (address: string, answer: Response) => void this.kept.set(address, await answer.text())
}

let lists: Lists
beforeEach(() => (lists = new Lists()))

test.each([
  ['the published file', chunk, 'abc', 'genuine'],
  ['the published file, asked for once more', `${chunk}?retry=2`, 'abc', 'genuine'],
  ['a page of somebody else’s', chunk, '<!doctype html>', 'wrong'],
  ['half of it', chunk, 'ab', 'wrong'],
  ['nothing', chunk, '', 'wrong'],
  ['a file that the version does not have', `${folder}of-another.js`, 'abc', 'wrong'],
  ['a file of no version', 'https://a.example/r/511.js', 'abc', 'wrong'],
])('KIO-06 %s counts as what it is', async (_name, address, body, verdict) => {
  expect(await createInspector(lists)(address, new Response(body))).toBe(verdict)
})

test.each([
  ['is not there', () => new Response('{"detail":"Not found."}', { status: 404 }), 'wrong'],
  ['is a page', () => new Response('<!doctype html>'), 'unknown'],
  ['is no list', () => new Response('[1]'), 'unknown'],
  ['is half of one', () => new Response(list.slice(0, 40)), 'unknown'],
  [
    'does not come',
    () => {
      throw new TypeError('offline')
    },
    'unknown',
  ],
  ['is an error of the server', () => new Response('oops', { status: 503 }), 'unknown'],
])('KIO-06 a list of hashes that %s says nothing and is not kept', async (_name, answer, verdict) => {
  lists.answer = answer
  expect(await createInspector(lists)(chunk, new Response('abc'))).toBe(verdict)
  expect(lists.kept.size).toBe(0)
})

test('KIO-06 a list is asked for once, and known without the server from then on', async () => {
  const inspect = createInspector(lists)
  await Promise.all([inspect(chunk, new Response('abc')), inspect(`${folder}192.js`, new Response('abc'))])
  expect(await inspect(chunk, new Response('other'))).toBe('wrong')
  lists.answer = () => {
    throw new TypeError('offline')
  }
  expect(await createInspector(lists)(chunk, new Response('abc'))).toBe('genuine')
  expect(lists.asked).toEqual([`${folder}files.json`])
})
