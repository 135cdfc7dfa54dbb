import { emptyRegistry, type EmbedVersion } from '@multiball/shared/schema'
import { listRemotes } from '../remotes/listRemotes'
import { promoteEmbed, addEmbed, rollbackEmbed } from './changes'
import { ChangeRefused } from '../command/refused'
import { partOf } from './registryFile'

const pinned = (src: string) => ({ src, integrity: `sha384-${'A'.repeat(64)}` })
const record = (version: string): EmbedVersion => ({
  files: { 'board.js': pinned(`/r/embed/${version}/board.js`), 'host.js': pinned(`/r/embed/${version}/host.js`) },
  provides: { shared: '1.0.0', react: '19.3.1' },
  publishedAt: '2026-11-22T00:00:00Z',
})
const first = addEmbed(emptyRegistry, '1.0.0-a', record('1.0.0-a'))
const second = addEmbed(first, '1.0.0-b', record('1.0.0-b'))

test('the first publish is active, and so is each that follows; all are kept, since partners pin them', () => {
  expect(first.embed).toMatchObject({ active: '1.0.0-a' })
  expect(second.embed).toMatchObject({ active: '1.0.0-b', lastGood: '1.0.0-a' })
  expect(Object.keys(second.embed!.versions)).toEqual(['1.0.0-a', '1.0.0-b'])
})

test('a rollback goes back to the version before, once, and keeps what was taken back', () => {
  const back = rollbackEmbed(second)
  expect(back.embed).toMatchObject({ active: '1.0.0-a' })
  expect(back.embed!.versions).toHaveProperty(['1.0.0-b'])
  expect(() => rollbackEmbed(back)).toThrow(ChangeRefused)
  expect(promoteEmbed(back, '1.0.0-b').embed).toMatchObject({ active: '1.0.0-b', lastGood: '1.0.0-a' })
})

test('what is not known is refused with what to do', () => {
  expect(() => promoteEmbed(second, '9.9.9')).toThrow('embed has no version 9.9.9. Known: 1.0.0-a, 1.0.0-b')
  expect(() => promoteEmbed(second, '1.0.0-a', 5)).toThrow('The embed has no canary')
  expect(() => rollbackEmbed(emptyRegistry)).toThrow('npm run remotes -- publish embed')
})

test('it is found and listed beside the shell', () => {
  expect(partOf(second, 'embed')?.active).toBe('1.0.0-b')
  expect(listRemotes(second, '/deploy').join('\n')).toMatch(/embed +active 1\.0\.0-b, before 1\.0\.0-a, 2 kept/)
})
