import { ifMissing, reasonOf } from './missing'

const failure = (code: string) => Object.assign(new Error(`${code}: something`), { code })

test('OPS-06 only what is not there counts as missing', () => {
  expect(ifMissing('none')(failure('ENOENT'))).toBe('none')
  for (const code of ['EMFILE', 'ENFILE', 'EACCES', 'EIO']) expect(() => ifMissing('none')(failure(code))).toThrow(code)
})

test('OPS-06 who has no descriptors left is told so', () => {
  expect(reasonOf(failure('EMFILE'))).toBe(
    'this process has no file descriptors left; raise its limit (ulimit -n, or LimitNOFILE= of its service)',
  )
  expect(reasonOf(failure('ENOENT'))).toBe('it cannot be made there')
  expect(reasonOf(failure('EIO'))).toBe('EIO: something')
})
