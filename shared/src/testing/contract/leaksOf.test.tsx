import { useEffect, type ComponentType } from 'react'
import { lost, renderPages } from './fakeShell'
import { leaksOf } from './leaksOf'

const show = (Pages: ComponentType) => renderPages(Pages, '/x/*', '/x')
const running: ReturnType<typeof setInterval>[] = []
afterAll(() => running.forEach((timer) => clearInterval(timer)))

function Forgetful() {
  useEffect(() => {
    running.push(setInterval(() => {}, 60_000))
  }, [])
  return <p>here</p>
}

function Tidy() {
  useEffect(() => {
    const timer = setInterval(() => {}, 60_000)
    const onResize = () => {}
    window.addEventListener('resize', onResize)
    return () => {
      clearInterval(timer)
      window.removeEventListener('resize', onResize)
    }
  }, [])
  return <p>here</p>
}

function Throwing(): never {
  throw new Error('broken')
}

test('a page that forgets an interval is told with the line that began it', async () => {
  expect(await leaksOf(() => show(Forgetful))).toEqual([
    expect.stringMatching(/interval of 60000 ms, begun at .*leaksOf\.test\.tsx/),
  ])
})

test('a page that cleans up after itself leaves nothing', async () => {
  expect(await leaksOf(() => show(Tidy))).toEqual([])
})

test('what a page throws is caught by the boundary around it', () => {
  const realError = console.error
  console.error = () => {}
  const { container, leave } = show(Throwing)
  expect(container.textContent).toBe(lost)
  leave()
  console.error = realError
})
