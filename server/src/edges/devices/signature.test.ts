import { createSign, generateKeyPairSync } from 'node:crypto'
import { isSignedBy, readPublicKey, signedBytes } from './signature'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = publicKey.export({ format: 'der', type: 'spki' })
const point = spki.subarray(-65)
const compressed = Buffer.concat([Buffer.of(point[64]! % 2 === 0 ? 2 : 3), point.subarray(1, 33)])

const uuid = 'adc12b19a3504453a741e4722f58736b'
const timestamp = '1795190277'
const sign = (dsaEncoding: 'ieee-p1363' | 'der', data = signedBytes(uuid, timestamp)) =>
  createSign('sha256').update(data).sign({ key: privateKey, dsaEncoding }).toString('hex')

test('what is signed is the 16 bytes of the uuid and the ASCII of the timestamp', () => {
  expect(signedBytes('adc12b19-a350-4453-a741-e4722f58736b', '17').toString('hex')).toBe(
    'adc12b19a3504453a741e4722f58736b3137',
  )
})

test.each([
  ['raw, lower case', sign('ieee-p1363')],
  ['raw, upper case', sign('ieee-p1363').toUpperCase()],
  ['DER, lower case', sign('der')],
  ['DER, upper case', sign('der').toUpperCase()],
])('a good signature: %s', (_title, signature) => {
  expect(isSignedBy(point, { uuid, timestamp, sign: signature })).toBe(true)
})

test.each([
  ['of another timestamp', { uuid, timestamp: '1795190278', sign: sign('ieee-p1363') }],
  ['of another uuid', { uuid: uuid.replace('a', 'b'), timestamp, sign: sign('der') }],
  ['of the uuid as text', { uuid, timestamp, sign: sign('der', Buffer.from(uuid + timestamp)) }],
  ['cut short', { uuid, timestamp, sign: sign('ieee-p1363').slice(2) }],
  ['empty DER', { uuid, timestamp, sign: '3000' }],
  ['all zeros', { uuid, timestamp, sign: '00'.repeat(64) }],
])('a bad signature: %s', (_title, request) => {
  expect(isSignedBy(point, request)).toBe(false)
})

test.each([
  ['the point with its 04', point],
  ['the point without it', point.subarray(1)],
  ['the compressed point', compressed],
  ['SPKI DER', spki],
])('a public key as %s', (_title, bytes) => {
  expect(readPublicKey(bytes.toString('hex'))).toEqual(Buffer.from(point))
  expect(readPublicKey(bytes.toString('hex').toUpperCase())).toEqual(Buffer.from(point))
})

test.each([
  ['nothing', ''],
  ['no hex', 'hello'],
  ['a point off the curve', `04${'11'.repeat(64)}`],
  ['too short', '04abcd'],
  [
    'another curve',
    generateKeyPairSync('ec', { namedCurve: 'P-384' })
      .publicKey.export({ format: 'der', type: 'spki' })
      .toString('hex'),
  ],
])('no public key: %s', (_title, hex) => {
  expect(readPublicKey(hex)).toBeUndefined()
})
