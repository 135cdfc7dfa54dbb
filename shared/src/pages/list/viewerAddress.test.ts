import { claimsAddress, viewerAddress } from './viewerAddress'

test.each([
  ['a public board', { id: 7, is_public: true, viewer_key: 'k' }, '/viewer/scoreboards/7'],
  ['a private board', { id: 7, is_public: false, viewer_key: 'k&' }, '/viewer/scoreboards/7?key=k%26'],
  ['a private board of another', { id: 7, is_public: false }, '/viewer/scoreboards/7'],
])('%s is viewed at its address', (_name, board, address) => expect(viewerAddress('scoreboards', board)).toBe(address))

test.each([
  ['a public board', { id: 7, is_public: true, viewer_key: 'k&' }, '/viewer/scoreboards/7?key=k%26&claim=1'],
  ['a board of another', { id: 7, is_public: true }, undefined],
])('CLM-03 the address for a screen with claim codes has the key of %s', (_name, board, address) =>
  expect(claimsAddress('scoreboards', board)).toBe(address),
)
