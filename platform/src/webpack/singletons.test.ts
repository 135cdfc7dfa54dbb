import { pageProvides, plainRooms, provided, readPackage, rooms, sharedFolder, shares, singletons } from './singletons'

const { version } = readPackage(sharedFolder)

test('a page brings every room along in its version, or those that it names, and React', () => {
  const all = pageProvides('everything')
  for (const room of rooms) expect(all[room]).toBe(version)
  const some = pageProvides(['live'])
  expect(Object.keys(some).filter((name) => name.startsWith('@'))).toEqual(['@multiball/shared/live'])
  expect(some).toMatchObject({
    react: provided().react,
    'react/jsx-runtime': provided().react,
    'react-dom': provided().react,
    'react-dom/client': provided().react,
  })
})

test('whatever a page brings along is a singleton for remotes', () => {
  const isShared = (name: string) =>
    singletons.some((share) => share === name || (share.endsWith('/') && name.startsWith(share)))
  expect(Object.keys(pageProvides('everything')).filter((name) => !isShared(name))).toEqual([])
})

test('a remote brings nothing along and asks for what its manifest requires, so that the runtime admits what the registry admits', () => {
  const all = shares({ shared: '^1.0.0', react: '^19.0.0' })
  for (const room of rooms)
    expect(all[room]).toMatchObject({ import: false, singleton: true, strictVersion: true, requiredVersion: '^1.0.0' })
  expect(all.react).toMatchObject({ import: false, requiredVersion: '^19.0.0' })
})

test('rooms that hold nothing are no shares: each build takes of them what it uses', () => {
  expect(
    Object.keys({ ...shares(), ...pageProvides('everything') }).filter((share) => plainRooms.includes(share)),
  ).toEqual([])
})
