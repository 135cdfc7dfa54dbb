import type { BoardAddress } from './socket'
import { boardAtom, holdBoard } from './store'

const address = (id: number): BoardAddress => ({ type: 'scoreboard', id })
const showOnce = (id: number) => {
  boardAtom(address(id))
  holdBoard(address(id))()
}

test('LIV-01 the same address has the same atom, another key has another', () => {
  expect(boardAtom(address(1))).toBe(boardAtom(address(1)))
  expect(boardAtom({ ...address(1), key: 'k' })).not.toBe(boardAtom(address(1)))
})

test('LIV-01 boards that nobody watches are forgotten in the end, watched ones never', () => {
  const watchedAtom = boardAtom(address(1000))
  const letGo = holdBoard(address(1000))
  const unwatchedAtom = boardAtom(address(1001))
  for (let id = 2000; id < 2200; id += 1) showOnce(id)
  expect(boardAtom(address(1000))).toBe(watchedAtom)
  expect(boardAtom(address(1001))).not.toBe(unwatchedAtom)
  letGo()
  expect(boardAtom(address(1000))).toBe(watchedAtom)
  for (let id = 3000; id < 3200; id += 1) showOnce(id)
  expect(boardAtom(address(1000))).not.toBe(watchedAtom)
})

test('LIV-01 a page of a hundred boards has the atoms with which it watches them', () => {
  const ids = Array.from({ length: 100 }, (_, at) => 4000 + at)
  const rendered = ids.map((id) => boardAtom(address(id)))
  const letGo = ids.map((id) => holdBoard(address(id)))
  expect(ids.map((id) => boardAtom(address(id)))).toEqual(rendered)
  for (const end of letGo) end()
})
