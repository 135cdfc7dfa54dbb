import { pageProvides, plainRooms, readPackage, rooms, sharedFolder, shares } from './singletons'

const { version } = readPackage(sharedFolder)

test('a page brings its rooms along in their version, and goes by it', () => {
  const all = shares(pageProvides('everything'))
  for (const room of rooms) expect(all[room]).toMatchObject({ singleton: true, strictVersion: true, version, requiredVersion: `^${version}` })
})

test('a remote brings nothing along and asks for what its manifest requires, so that the runtime admits what the registry admits', () => {
  const all = shares([], { shared: '^1.0.0', react: '^19.0.0' })
  for (const room of rooms) expect(all[room]).toMatchObject({ import: false, requiredVersion: '^1.0.0' })
  expect(all.react).toMatchObject({ import: false, requiredVersion: '^19.0.0' })
})

test('rooms that hold nothing are no shares: each build takes of them what it uses', () => {
  expect(Object.keys(shares(pageProvides('everything'))).filter((share) => plainRooms.includes(share))).toEqual([])
})
