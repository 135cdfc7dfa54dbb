import { viewerAddress } from './viewerAddress'

test.each([
  ['a public board', { id: 7, is_public: true, viewer_key: 'k' }, '/viewer/scoreboards/7'],
  ['a private board', { id: 7, is_public: false, viewer_key: 'k&' }, '/viewer/scoreboards/7?key=k%26'],
  ['a private board of another', { id: 7, is_public: false }, '/viewer/scoreboards/7'],
])('%s is viewed at its address', (_name, board, address) => expect(viewerAddress('/scoreboards', board)).toBe(address))
