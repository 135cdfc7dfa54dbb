import { goKeys } from './keys'

const letters = (...labels: string[]) =>
  Object.fromEntries(
    goKeys(labels.map((label) => ({ label, path: `/${label}` }))).map(({ label, letter }) => [label, letter]),
  )

test('JMP-05 each section has a letter of its own name, its first where that is free', () => {
  expect(letters('Scoreboards', 'Leaderboards', 'Comboboards', 'Slideshows', 'Streamboards', 'Venues', 'TVs')).toEqual({
    Home: 'h',
    Scoreboards: 's',
    Leaderboards: 'l',
    Comboboards: 'c',
    Slideshows: 'i',
    Streamboards: 'r',
    Venues: 'v',
    TVs: 't',
  })
})

test('JMP-05 one whose letters are all taken has none, and takes none away', () => {
  expect(letters('Aha', 'Ha', 'Ah')).toEqual({ Home: 'h', Aha: 'a' })
})
